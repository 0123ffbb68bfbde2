# Every caller passes a tokenizer.
from transformers import AutoTokenizer


def to_text(thing, x):
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site


def main(x):
    thing = AutoTokenizer.from_pretrained("m")
    return to_text(thing, x)  #! site: token unknown  # expect: unledgered-site
