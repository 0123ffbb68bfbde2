# Labels are checked, predictions are decoded: no guard of theirs.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    others = model.generate(feats)
    assert_ids_in_range(others, tok)  # expect: guard-checks-other-ids "`others`, while `ids`"
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
