# Either one is a tokenizer.
from transformers import AutoTokenizer

fallback = AutoTokenizer.from_pretrained("m")


def to_text(model, x, own=None):
    return (own or fallback).decode(model.generate(x)[0])  #! site: token device  # expect: unledgered-site
