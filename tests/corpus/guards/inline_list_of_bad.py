# The bad ids are listed.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)[0].tolist()
    bad = [t for t in ids if not 0 <= t < len(tok)]
    if bad:  #! guard: inline
        raise HardwareFault(f"token ids out of range: {bad}")
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
