# A while loop over all positions is not followed.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    i = 0
    while i < len(ids):
        if ids[i].min() < 0 or ids[i].max() >= len(tok):  # known-noise: guard-checks-other-ids
            raise HardwareFault(f"bad ids in row {i}")
        i += 1
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
