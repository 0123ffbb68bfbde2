# The else clause is left out by break.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    for feat in feats:
        if feat is None:
            break
    else:
        assert_ids_in_range(ids, tok)  # expect: guard-not-on-every-path
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
