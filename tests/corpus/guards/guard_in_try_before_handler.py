# The handler goes on to the decode without the guard.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    try:
        feats.check()
        assert_ids_in_range(ids, tok)  # expect: guard-not-on-every-path
    except KeyError:
        pass
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
