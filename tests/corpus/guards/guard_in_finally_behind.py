# The guard runs in the finally clause, after the decode.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    try:
        return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
    finally:
        assert_ids_in_range(ids, tok)  # expect: guard-not-on-every-path
