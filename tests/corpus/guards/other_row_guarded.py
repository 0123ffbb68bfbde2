# One row is checked, another decoded.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, i, j):
    ids = model.generate(feats)
    assert_ids_in_range(ids[i], tok)  # expect: guard-checks-other-ids "another part"
    return tok.decode(ids[j])  #! site: token device  # expect: unledgered-site
