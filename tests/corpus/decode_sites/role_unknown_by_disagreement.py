# Two strong pieces of evidence disagree: one caller passes a tokenizer, one passes bytes.
from transformers import AutoTokenizer


def to_text(thing, x):
    return thing.decode(x)  #! site: unknown  # expect: receiver-unknown


def main(path, x):
    to_text(AutoTokenizer.from_pretrained("m"), x)
    to_text(open(path, "rb").read(), "utf-8")
