# Two sites have the fingerprint of an entry that fits neither: nothing is guessed.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def first(ids):
    return tok.decode(ids)  #! site: token unknown  # expect: unledgered-site


def second(ids):
    return tok.decode(ids)  #! site: token unknown  # expect: unledgered-site
