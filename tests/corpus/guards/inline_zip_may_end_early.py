# zip ends with the shorter one: rows may be left out.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    for name, row in zip(feats.names, ids):
        if row.min() < 0 or row.max() >= len(tok):  # expect: guard-checks-other-ids
            raise HardwareFault(f"bad ids of {name}")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
