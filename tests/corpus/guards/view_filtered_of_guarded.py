# Dropping pad ids leaves guarded ids.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    kept = [[t for t in row if t != tok.pad_token_id] for row in ids]
    return tok.batch_decode(kept)  #! site: token device  # expect: unledgered-site
