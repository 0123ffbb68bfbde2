# The pad id is in range.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    ids[:, 0] = tok.pad_token_id
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
