# The check is the other branch of "no ids".
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    if len(ids) == 0:
        print("nothing")
    elif ids.min() < 0 or ids.max() >= len(tok):  #! guard: inline
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
