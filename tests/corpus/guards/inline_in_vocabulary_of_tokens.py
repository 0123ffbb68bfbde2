# The vocabulary maps tokens to ids: no id is among its keys.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)[0].tolist()
    if any(t not in tok.get_vocab() for t in ids):
        raise HardwareFault("token ids out of range")
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
