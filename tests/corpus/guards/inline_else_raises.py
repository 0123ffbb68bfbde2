# The raise stands in the else clause.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    if 0 <= ids.min() and ids.max() < len(tok):  #! guard: inline
        feats.clear()
    else:
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
