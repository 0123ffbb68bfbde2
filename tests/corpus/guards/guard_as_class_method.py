# A class method has its class in front of them.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


class Checks:
    limit = len(tok)

    @classmethod
    def in_range(cls, ids, tokenizer):
        if ids.min() < 0 or ids.max() >= len(tokenizer):
            raise HardwareFault("token ids out of range")


def load(model, feats):
    ids = model.generate(feats)
    Checks.in_range(ids, tok)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
