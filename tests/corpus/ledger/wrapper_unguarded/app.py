# As long as the decode in the wrapper is a todo, each call of it needs an entry.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(ids):
    return tok.decode(ids)  #! site: token device


def show(model, batch):
    return to_text(model.generate(**batch)[0])  #! site: token device  # expect: unledgered-site
