# A function that gives itself on: the cycle adds nothing.
from transformers import AutoTokenizer


def find(n):
    if n == 0:
        return AutoTokenizer.from_pretrained("m")
    return find(n - 1)


def to_text(x):
    return find(3).decode(x)  #! site: token unknown  # expect: unledgered-site
