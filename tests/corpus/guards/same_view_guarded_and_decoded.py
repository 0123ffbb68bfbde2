# The very slice that is decoded is checked.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, n):
    ids = model.generate(feats)
    assert_ids_in_range(ids[:, n:], tok)  #! guard: call
    return tok.batch_decode(ids[:, n:])  #! site: token device  # expect: unledgered-site
