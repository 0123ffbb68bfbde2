# What the loop has collected is dropped before it is looked at.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)[0].tolist()
    bad = []
    for t in ids:
        if t < 0 or t >= len(tok):  # expect: guard-does-not-raise
            bad.append(t)
    bad.clear()
    if bad:
        raise HardwareFault(f"token ids out of range: {bad}")
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
