# The last id of the tokenizer is healthy.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    if ids.min() < 0 or ids.max() >= len(tok) - 1:  # expect: guard-half-bound "refuses the last id"
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
