# options: --today=2026-12-01
# The day in expires-on is past; the day itself still counts.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def a(x):
    return tok.decode(x)  #! site: token unknown


def b(x):
    return tok.decode(x)  #! site: token unknown
