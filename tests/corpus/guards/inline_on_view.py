# The check reads a flat copy on the host.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    flat = ids.detach().cpu().reshape(-1)
    if flat.min() < 0 or flat.max() >= len(tok):  #! guard: inline
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
