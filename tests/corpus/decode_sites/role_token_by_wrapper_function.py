# A function with a name of its own that hands its parameter on to a decode is a wrapper; its calls are sites.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def detok(ids):
    return tok.decode(ids, skip_special_tokens=True)  #! site: token device  # expect: unledgered-site


def show(model, x):
    return detok(model.generate(x)[0])  #! site: token device  # expect: unledgered-site
