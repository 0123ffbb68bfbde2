# The decode stands where the ids are good; the raise behind it.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    if ids.min() >= 0 and ids.max() < len(tok):  #! guard: inline
        return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
    raise HardwareFault("token ids out of range")
