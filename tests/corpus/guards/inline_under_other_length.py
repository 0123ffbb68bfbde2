# The check is left out when something else is empty.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    if len(feats) > 0:
        if ids.min() < 0 or ids.max() >= len(tok):  # expect: guard-not-on-every-path
            raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
