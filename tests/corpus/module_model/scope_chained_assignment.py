# One value, two names.
from transformers import AutoTokenizer

a = b = AutoTokenizer.from_pretrained("m")


def to_text(x):
    return a.decode(x), b.decode(x)  #! site: token unknown  # expect: unledgered-site  #! site: token unknown  # expect: unledgered-site
