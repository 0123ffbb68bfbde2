# Calls of a wrapper inherit the entry of the guarded decode in it.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


class HardwareFault(RuntimeError):
    pass


def check(ids, tokenizer):
    for i in ids:
        if i < 0 or i >= len(tokenizer):
            raise HardwareFault(f"token id {i} is out of range")


def to_text(ids):
    check(ids, tok)
    return tok.decode(ids)  #! site: token device


def show(model, batch):
    return to_text(model.generate(**batch)[0])  #! site: token device
