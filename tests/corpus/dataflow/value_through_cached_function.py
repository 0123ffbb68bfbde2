# A cache around a function gives what the function gives.
from functools import lru_cache

from transformers import AutoTokenizer


@lru_cache(maxsize=None)
def load(name):
    return AutoTokenizer.from_pretrained(name)


def to_text(x):
    return load("m").decode(x)  #! site: token unknown  # expect: unledgered-site
