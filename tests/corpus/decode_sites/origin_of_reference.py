# A reference decodes what it is called with: under its other name, or in the function that it is handed to.
from functools import partial

from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def by_alias(model, batch):
    to_text = partial(tok.decode, skip_special_tokens=True)  #! site: token device  # expect: unledgered-site
    return to_text(model.generate(batch))  #! site: token device  # expect: unledgered-site


def evaluate(model, batch, to_text):
    return to_text(batch["labels"])


def by_argument(model, batch):
    return evaluate(model, batch, to_text=tok.decode)  #! site: token labels sentinel  # expect: unledgered-site
    #                                         ^^^^^^ expect: sentinel-decoded


def by_nobody(hooks):
    hooks.decode = tok.decode  #! site: token unknown  # expect: unledgered-site
