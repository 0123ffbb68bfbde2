# clean
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def show(ids):
    return tok.decode(ids)
