# The guard of the only caller is wrong: told there, not as "no guard".
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def show(ids):
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "unsound"


def load(model, feats):
    ids = model.generate(feats)
    if ids.min() < 0 or ids.max() >= tok.vocab_size:  # expect: guard-bound-vocab-size
        raise HardwareFault("token ids out of range")
    return show(ids)  #! site: token device  # expect: unledgered-site
