# The row that is decoded is the one that was checked.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, i):
    ids = model.generate(feats)
    assert_ids_in_range(ids[i], tok)  #! guard: call
    return tok.decode(ids[i])  #! site: token device  # expect: unledgered-site
