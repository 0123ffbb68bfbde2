# Labels are checked, predictions of the same batch are decoded.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    out = model.generate(feats)
    assert_ids_in_range(out["first"], tok)
    return tok.batch_decode(out["second"])  #! site: token device  # expect: unledgered-site "no guard"
