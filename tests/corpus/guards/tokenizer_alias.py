# The tokenizer goes by two names.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    tokenizer = tok
    ids = model.generate(feats)
    assert_ids_in_range(ids, tokenizer)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
