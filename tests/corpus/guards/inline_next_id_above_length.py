# `id + 1 > n` is `id >= n`.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    if ids.min() < 0 or ids.max() + 1 > len(tok):  #! guard: inline
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
