# The condition is the wrong way round: it raises on healthy ids.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    if ((ids < 0) | (ids >= len(tok))).any() == False:  # expect: guard-does-not-raise
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
