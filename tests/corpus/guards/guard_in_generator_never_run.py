# A generator that nothing iterates checks nothing.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    checks = (assert_ids_in_range(row, tok) for row in ids)  # expect: guard-checks-other-ids
    return checks, tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
