# A loop over the positions of something else.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    for i in range(len(feats)):
        if ids[i].min() < 0 or ids[i].max() >= len(tok):  # expect: guard-checks-other-ids
            raise HardwareFault(f"bad ids in row {i}")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
