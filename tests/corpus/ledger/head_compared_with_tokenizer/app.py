# The width is compared where the model is loaded.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


class HardwareFault(RuntimeError):
    pass


def check(ids, tokenizer):
    for i in ids:
        if i < 0 or i >= len(tokenizer):
            raise HardwareFault(f"token id {i} is out of range")


def load(model):
    if model.config.vocab_size != len(tok):
        raise ValueError("the head is padded")


def show(model, batch):
    ids = model(**batch).logits.argmax(dim=-1)[0]
    check(ids, tok)
    return tok.decode(ids)  #! site: token device
