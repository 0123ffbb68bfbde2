# A flag goes down at the first bad id.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    ok = True
    for row in ids.tolist():
        for t in row:
            if t < 0 or t >= len(tok):
                ok = False
    if not ok:  #! guard: inline
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
