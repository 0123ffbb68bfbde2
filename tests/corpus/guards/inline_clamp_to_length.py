# Clamped to the length, the first id outside stays as it is.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    if (ids.clamp(0, len(tok)) != ids).any():  # expect: guard-half-bound
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
