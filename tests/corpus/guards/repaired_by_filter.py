# Ids out of range are dropped.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)[0].tolist()
    ids = [t for t in ids if 0 <= t < len(tok)]  # expect: ids-repaired
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
