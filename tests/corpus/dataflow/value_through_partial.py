# A partial with the tokenizer already given.
from functools import partial

from transformers import AutoTokenizer


def to_text(thing, x):
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site


show = partial(to_text, AutoTokenizer.from_pretrained("m"))


def main(x):
    return show(x)
