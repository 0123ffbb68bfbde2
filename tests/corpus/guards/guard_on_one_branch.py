# The guard runs on one branch only.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, debug):
    ids = model.generate(feats)
    if debug:
        assert_ids_in_range(ids, tok)  # expect: guard-not-on-every-path
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
