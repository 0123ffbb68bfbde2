# The checked list goes by another name when it grows.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats).tolist()
    assert_ids_in_range(ids, tok)  # expect: guard-checks-other-ids "changed"
    other = ids
    other.append(feats.extra)
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
