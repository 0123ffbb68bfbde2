# Through a second name.
from transformers import AutoTokenizer

first = AutoTokenizer.from_pretrained("m")
second = first


def to_text(x):
    third = second
    return third.decode(x)  #! site: token unknown  # expect: unledgered-site
