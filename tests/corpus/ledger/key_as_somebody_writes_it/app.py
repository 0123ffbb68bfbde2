# Spaces and quotes in the call of an entry do not matter.

from transformers import AutoTokenizer

toks = {"en": AutoTokenizer.from_pretrained("m")}


def show(x):
    return toks["en"].decode(x)  #! site: token unknown
