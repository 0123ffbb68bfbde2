# Kept in a dict and in a list.
from transformers import AutoTokenizer

things = {"a": AutoTokenizer.from_pretrained("a")}
row = [AutoTokenizer.from_pretrained("b")]


def to_text(x):
    return things["a"].decode(x), row[0].decode(x)  #! site: token unknown  # expect: unledgered-site  #! site: token unknown  # expect: unledgered-site
