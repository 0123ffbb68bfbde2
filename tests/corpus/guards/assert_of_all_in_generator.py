# The same with all().
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)[0].tolist()
    assert all(0 <= t < len(tok) for t in ids), "bad ids"  # expect: guard-is-assert
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
