# Made in one module, imported in another.
from transformers import AutoTokenizer

thing = AutoTokenizer.from_pretrained("m")


def make():
    return AutoTokenizer.from_pretrained("n")
