# By keyword, in another order.
from transformers import AutoTokenizer


def to_text(x, thing):
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site


def main(x):
    return to_text(thing=AutoTokenizer.from_pretrained("m"), x=x)  #! site: token unknown  # expect: unledgered-site
