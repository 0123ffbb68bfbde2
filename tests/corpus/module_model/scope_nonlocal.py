# `nonlocal` binds the outer function's name, whose first value is no tokenizer.
from transformers import AutoTokenizer


def make(x):
    thing = None

    def load():
        nonlocal thing
        thing = AutoTokenizer.from_pretrained("m")

    load()
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
