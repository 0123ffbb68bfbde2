# Taken away the other way round: what the ids do not use.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)[0].tolist()
    if set(range(len(tok))) - set(ids):
        raise HardwareFault("token ids out of range")
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
