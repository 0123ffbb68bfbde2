# What a function returns, on any of its paths.
from transformers import AutoTokenizer, T5Tokenizer


def load(slow):
    if slow:
        return T5Tokenizer.from_pretrained("m")
    return AutoTokenizer.from_pretrained("m")


def to_text(x):
    thing = load(False)
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
