# The loop that collects bad ids runs on one branch.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)[0].tolist()
    bad = []
    if feats:
        for t in ids:
            if t < 0 or t >= len(tok):
                bad.append(t)
    if bad:  # expect: guard-not-on-every-path
        raise HardwareFault(f"token ids out of range: {bad}")
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
