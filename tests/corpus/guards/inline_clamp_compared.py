# Clamping changes nothing when all ids are in range.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    if (ids.clamp(0, len(tok) - 1) != ids).any():  #! guard: inline
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
