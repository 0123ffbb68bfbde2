# The handler leaves the loop before every row is checked.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    try:
        for row in ids:
            assert_ids_in_range(row, tok)  # expect: guard-not-on-every-path
    except RuntimeError:
        feats.clear()
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
