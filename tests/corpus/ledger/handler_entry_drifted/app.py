# The body of the handler changed since it was decided.
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
        try:
            show(ids)
        except Exception as error:  # related: "the handler as it is"
            print(error)
