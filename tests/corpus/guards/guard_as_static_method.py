# A static method has no instance in front of its ids.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


class Checks:
    @staticmethod
    def in_range(ids, tokenizer):
        if ids.min() < 0 or ids.max() >= len(tokenizer):
            raise HardwareFault("token ids out of range")


def load(model, feats):
    ids = model.generate(feats)
    Checks.in_range(ids, tok)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
