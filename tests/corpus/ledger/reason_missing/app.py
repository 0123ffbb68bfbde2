# Reasons that are none, and a missing category.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def a(x):
    return tok.decode(x)  #! site: token unknown


def b(x):
    return tok.decode(x)  #! site: token unknown


def c(x):
    return tok.decode(x)  #! site: token unknown


def d(x):
    return tok.decode(x)  #! site: token unknown
