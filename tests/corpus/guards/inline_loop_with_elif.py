# Each side has a branch of its own.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)[0].tolist()
    for t in ids:
        if t < 0:
            raise HardwareFault("negative token id")
        elif t >= len(tok):  #! guard: inline
            raise HardwareFault("token id above the vocabulary")
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
