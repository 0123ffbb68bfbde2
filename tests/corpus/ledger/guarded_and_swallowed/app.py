# The guard is sound, and a handler two calls away swallows what it raises: placed on the clause.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


class HardwareFault(RuntimeError):
    pass


def check(ids, tokenizer):
    for i in ids:
        if i < 0 or i >= len(tokenizer):
            raise HardwareFault(f"token id {i} is out of range")


def show(ids):
    check(ids, tok)  #! guard: call
    return tok.decode(ids)  #! site: token unknown  #! fault: swallowed


def main(batches):
    for ids in batches:
        try:
            show(ids)
        except Exception:  # expect: fault-swallowed "swallows the guard of line 18"
            continue
