# As the number shifts, the fingerprint decides first.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def show(a, b):
    first = tok.decode(a)  #! site: token unknown  # expect: unledgered-site
    second = tok.decode(b)  #! site: token unknown
    return first, second
