# Each row sets the flag anew: only the last one counts.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    for row in ids.tolist():
        ok = True
        for t in row:
            if t < 0 or t >= len(tok):
                ok = False
    if not ok:  # expect: guard-checks-other-ids
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
