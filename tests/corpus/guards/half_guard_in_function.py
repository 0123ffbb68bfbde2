# The function looks at the lower side only; the finding stands where that is written.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def check(ids):
    if (ids < 0).any():  # expect: guard-half-bound "lower bound only"
        raise HardwareFault("negative token ids")


def load(model, feats):
    ids = model.generate(feats)
    check(ids)  # related: "called here"
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
