# The entry was written when the second call was the only one: its fingerprint finds it, and the first call has none.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def show(a, b):
    first = tok.decode(a)  #! site: token unknown  # expect: unledgered-site
    second = tok.decode(b)  #! site: token unknown
    return first, second
