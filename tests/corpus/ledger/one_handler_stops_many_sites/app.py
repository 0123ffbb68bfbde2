# Two sites behind one handler are one finding; the second site is a related place.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


class HardwareFault(RuntimeError):
    pass


def check(ids, tokenizer):
    for i in ids:
        if i < 0 or i >= len(tokenizer):
            raise HardwareFault(f"token id {i} is out of range")


def first(ids):
    check(ids, tok)
    return tok.decode(ids)  #! site: token unknown


def second(ids):
    check(ids, tok)
    return tok.decode(ids)  #! site: token unknown  # related: "decode site, too"


def main(batches):
    for ids in batches:
        try:
            first(ids), second(ids)
        except Exception:  # expect: fault-swallowed "and 1 more place"
            continue
