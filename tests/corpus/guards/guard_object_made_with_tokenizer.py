# The guard's bound is taken from the tokenizer when the object is made.
from transformers import AutoTokenizer

from faults import HardwareFault


class Judge:
    def __init__(self, model):
        self.model = model
        self.tokenizer = AutoTokenizer.from_pretrained("m")
        self.bound = len(self.tokenizer)

    def run(self, feats):
        ids = self.model.generate(feats)
        if ids.min() < 0 or ids.max() >= self.bound:  #! guard: inline
            raise HardwareFault("token ids out of range")
        return self.tokenizer.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
