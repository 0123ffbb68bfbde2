# The handler goes on to the next row.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    for row in ids:
        try:
            assert_ids_in_range(row, tok)  # expect: guard-not-on-every-path "goes on without it"
        except RuntimeError:
            print("skipped")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
