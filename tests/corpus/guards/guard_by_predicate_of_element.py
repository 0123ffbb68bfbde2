# The predicate takes one id, and its tokenizer from the module.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def is_bad(t):
    return t < 0 or t >= len(tok)


def load(model, feats):
    ids = model.generate(feats)
    if any(is_bad(t) for row in ids.tolist() for t in row):  #! guard: inline
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
