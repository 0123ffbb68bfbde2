# A handler that is no except clause is keyed by its call.
from contextlib import suppress

from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


class HardwareFault(RuntimeError):
    pass


def check(ids, tokenizer):
    for i in ids:
        if i < 0 or i >= len(tokenizer):
            raise HardwareFault(f"token id {i} is out of range")


def show(ids):
    check(ids, tok)
    return tok.decode(ids)  #! site: token unknown


def main(batches):
    for ids in batches:
        with suppress(Exception):
            show(ids)
