# Both twins of a renamed function are found.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def show(ids):
    return tok.decode(ids), tok.decode(ids)  #! site: token unknown  #! site: token unknown
