# The index has moved on since the check.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, i):
    ids = model.generate(feats)
    assert_ids_in_range(ids[i], tok)  # expect: guard-checks-other-ids
    i = i + 1
    return tok.decode(ids[i])  #! site: token device  # expect: unledgered-site
