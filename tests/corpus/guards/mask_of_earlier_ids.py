# The mask was made of the ids before they were generated anew.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    bad = (ids < 0) | (ids >= len(tok))
    ids = model.generate(feats)
    if bad.any():  # expect: guard-checks-other-ids
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
