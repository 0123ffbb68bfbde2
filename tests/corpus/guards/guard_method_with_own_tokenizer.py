# The guard is a method that takes the bound from its object.
from transformers import AutoTokenizer

from faults import HardwareFault


class Judge:
    def __init__(self):
        self.tokenizer = AutoTokenizer.from_pretrained("m")

    def check(self, ids):
        if ids.min() < 0 or ids.max() >= len(self.tokenizer):
            raise HardwareFault("token ids out of range")

    def run(self, model, feats):
        ids = model.generate(feats)
        self.check(ids)  #! guard: call
        return self.tokenizer.batch_decode(ids)  #! site: token device  # expect: unledgered-site
