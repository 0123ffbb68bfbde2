# The element decodes first.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    return [
        (tok.decode(row), assert_ids_in_range(row, tok))  #! site: token device  # expect: unledgered-site  # expect: guard-not-on-every-path
        for row in ids
    ]
