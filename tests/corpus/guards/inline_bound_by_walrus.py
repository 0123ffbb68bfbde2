# The bound is named in the condition.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    if ids.min() < 0 or ids.max() >= (n := len(tok)):  #! guard: inline
        raise HardwareFault(f"token ids outside [0, {n})")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
