# The loop collects the bad ids, the raise stands behind it.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)[0].tolist()
    bad = []
    for t in ids:
        if t < 0 or t >= len(tok):
            bad.append(t)
    if bad:  #! guard: inline
        raise HardwareFault(f"token ids out of range: {bad}")
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
