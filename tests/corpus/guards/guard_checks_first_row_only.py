# The function checks a part of what it is given: no guard of the whole.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def check(ids, tokenizer):
    ids = ids[0]
    if min(ids) < 0 or max(ids) >= len(tokenizer):
        raise HardwareFault("token ids out of range")


def load(model, feats):
    ids = model.generate(feats)
    check(ids, tok)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "no guard"
