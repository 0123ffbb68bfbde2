# The guard runs only when something else has failed.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    try:
        feats.check()
    except KeyError:
        assert_ids_in_range(ids, tok)  # expect: guard-not-on-every-path
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
