# A lambda is asked of every id.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)[0].tolist()
    if any(map(lambda t: not 0 <= t < len(tok), ids)):  #! guard: inline
        raise HardwareFault("token ids out of range")
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
