# An assert is gone under -O.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert ids.min() >= 0 and ids.max() < len(tok)  # expect: guard-is-assert
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
