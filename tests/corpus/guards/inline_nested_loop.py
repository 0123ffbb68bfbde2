# A loop over rows and one over their ids.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    for row in ids.tolist():
        for t in row:
            if not 0 <= t < len(tok):  #! guard: inline
                raise HardwareFault(f"token id {t}")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
