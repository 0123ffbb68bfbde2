# A guarded entry is proved anew each time, whatever its fingerprint.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


class HardwareFault(RuntimeError):
    pass


def check(ids, tokenizer):
    for i in ids:
        if i < 0 or i >= len(tokenizer):
            raise HardwareFault(f"token id {i} is out of range")


def show(model, batch):
    ids = model.generate(**batch)[0]
    check(ids, tok)  #! guard: call
    return tok.decode(ids)  #! site: token device  #! fault: heard
