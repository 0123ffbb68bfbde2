# What makes the ids checks one side of them.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def generate(model, feats):
    ids = model.generate(feats)
    if ids.max() >= len(tok):  # expect: guard-half-bound
        raise HardwareFault("token ids above the vocabulary")
    return ids


def load(model, feats):
    ids = generate(model, feats)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
