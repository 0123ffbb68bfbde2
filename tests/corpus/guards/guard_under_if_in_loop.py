# Some rows of the loop are left out.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    for row in ids:
        if feats.strict:
            assert_ids_in_range(row, tok)  # expect: guard-not-on-every-path "only if"
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
