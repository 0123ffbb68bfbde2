# Each twin has its entry.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def show(a, b):
    first = tok.decode(a)  #! site: token unknown
    second = tok.decode(b)  #! site: token unknown
    return first, second
