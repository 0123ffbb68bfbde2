# A loop over the ids.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)[0].tolist()
    for t in ids:
        if t < 0 or t >= len(tok):  #! guard: inline
            raise HardwareFault(f"token id {t}")
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
