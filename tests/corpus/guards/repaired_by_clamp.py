# Clamping makes healthy-looking ids of bad ones.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    ids = ids.clamp(0, len(tok) - 1)  # expect: ids-repaired
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
