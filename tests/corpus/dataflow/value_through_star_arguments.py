# Passed on by `*args` and `**kwargs`.
from transformers import AutoTokenizer


def inner(thing, x):
    return thing.decode(x, skip_special_tokens=True)  #! site: token unknown  # expect: unledgered-site


def outer(*args, **kwargs):
    return inner(*args, **kwargs)  #! site: token unknown  # expect: unledgered-site


def main(x):
    return outer(AutoTokenizer.from_pretrained("m"), x=x)
