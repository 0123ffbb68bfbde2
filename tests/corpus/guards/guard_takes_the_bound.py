# The guard takes the bound itself; the caller passes the tokenizer's length.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def check(ids, bound):
    if any(not 0 <= i < bound for i in ids):
        raise HardwareFault(f"token ids outside [0, {bound})")


def load(model, feats):
    ids = model.generate(feats)[0].tolist()
    check(ids, len(tok))  #! guard: call
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
