# Each half has a statement of its own.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    if ids.min() < 0:
        raise HardwareFault("negative token id")
    if ids.max() >= len(tok):  #! guard: inline
        raise HardwareFault("token id above the vocabulary")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
