# Only the first row is checked, all are decoded.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids[0], tok)  # expect: guard-checks-other-ids "a part of"
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
