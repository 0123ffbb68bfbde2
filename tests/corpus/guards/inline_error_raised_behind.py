# The error is made at the check and raised behind it.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    error = None
    if ids.min() < 0 or ids.max() >= len(tok):
        error = HardwareFault("token ids out of range")
    if error is not None:  #! guard: inline
        raise error
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
