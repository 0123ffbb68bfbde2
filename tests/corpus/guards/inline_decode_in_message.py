# The message decodes the bad ids: not covered.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    if ids.min() < 0 or ids.max() >= len(tok):  #! guard: inline
        raise HardwareFault(tok.batch_decode(ids))  #! site: token device  # expect: unledgered-site "no guard"
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
