# Rows that fail the condition are not checked.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    [assert_ids_in_range(row, tok) for row in ids if len(row)]  # expect: guard-checks-other-ids
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
