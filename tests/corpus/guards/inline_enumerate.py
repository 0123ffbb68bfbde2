# A loop over the rows and their numbers.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    for i, row in enumerate(ids):
        if row.min() < 0 or row.max() >= len(tok):  #! guard: inline
            raise HardwareFault(f"bad ids in row {i}")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
