# The object is made where it is asked.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


class Checks:
    def __init__(self, tokenizer):
        self.tokenizer = tokenizer

    def in_range(self, ids):
        if ids.min() < 0 or ids.max() >= len(self.tokenizer):
            raise HardwareFault("token ids out of range")


def load(model, feats):
    ids = model.generate(feats)
    Checks(tok).in_range(ids)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
