# The decode runs when the guard (or what is before it) has failed.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    try:
        assert_ids_in_range(ids, tok)  # expect: guard-not-on-every-path
    except RuntimeError:
        return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
    return []
