# Nothing holds the width of the scores against the tokenizer; the guard's own comparison is none.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


class HardwareFault(RuntimeError):
    pass


def check(ids, tokenizer):
    for i in ids:
        if i < 0 or i >= len(tokenizer):
            raise HardwareFault(f"token id {i} is out of range")


def show(model, batch):
    ids = model(**batch).logits.argmax(dim=-1)[0]
    check(ids, tok)
    return tok.decode(ids)  #! site: token device  # expect: head-wider-than-tokenizer
