# What is compared is made of the ids in a way that is not followed: neither guarded nor without a guard.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    if ids.float().mean() < 0 or ids.float().mean() >= len(tok):
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "may check the ids"
