# The guard swallows what it raises.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def check(ids, tokenizer):
    try:
        if min(ids) < 0 or max(ids) >= len(tokenizer):
            raise HardwareFault("token ids out of range")
    except RuntimeError:
        print("bad ids")


def load(model, feats):
    ids = model.generate(feats)[0].tolist()
    check(ids, tok)  # expect: guard-not-on-every-path
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
