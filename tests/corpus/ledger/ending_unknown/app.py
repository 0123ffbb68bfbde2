# The function goes to a library that nothing is known of: whether the guard is heard is unknown.
import jobs
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
    return tok.decode(ids)  #! site: token unknown  #! fault: unknown  # expect: escape-unknown "handed to `jobs.every`"


def main(batches):
    jobs.every(show, batches)
