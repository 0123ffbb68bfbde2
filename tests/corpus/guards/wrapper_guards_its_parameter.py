# The wrapper checks its own parameter; its callers are guarded by it.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def tok_decode(ids):
    assert_ids_in_range(ids, tok)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site


def load(model, feats):
    return tok_decode(model.generate(feats))  #! site: token device  # expect: unledgered-site
