# The check is switched by a setting, in the condition itself.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, strict):
    ids = model.generate(feats)
    if strict and (ids.min() < 0 or ids.max() >= len(tok)):  # expect: guard-not-on-every-path "only if"
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
