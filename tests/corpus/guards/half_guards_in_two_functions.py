# Each side has a function of its own: together they are a guard.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def check_low(ids):
    if (ids < 0).any():
        raise HardwareFault("negative token ids")


def check_high(ids, tokenizer):
    if (ids >= len(tokenizer)).any():
        raise HardwareFault("token ids above the vocabulary")


def load(model, feats):
    ids = model.generate(feats)
    check_low(ids)
    check_high(ids, tok)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
