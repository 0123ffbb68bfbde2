# The loop over the rows may stop before all are checked.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, enough):
    ids = model.generate(feats)
    for row in ids:
        assert_ids_in_range(row, tok)  # expect: guard-checks-other-ids
        if enough(row):
            break
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
