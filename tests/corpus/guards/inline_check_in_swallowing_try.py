# The handler goes on with the bad ids.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    try:
        if ids.min() < 0 or ids.max() >= len(tok):  # expect: guard-not-on-every-path
            raise HardwareFault("token ids out of range")
    except RuntimeError:
        feats.clear()
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
