# The guard is an object that is called.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


class Guard:
    def __init__(self, tokenizer):
        self.tokenizer = tokenizer

    def __call__(self, ids):
        if ids.min() < 0 or ids.max() >= len(self.tokenizer):
            raise HardwareFault("token ids out of range")


guard = Guard(tok)


def load(model, feats):
    ids = model.generate(feats)
    guard(ids)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
