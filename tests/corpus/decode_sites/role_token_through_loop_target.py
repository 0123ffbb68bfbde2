# Each of a list of tokenizers.
from transformers import AutoTokenizer

names = ["a", "b"]


def to_texts(x):
    things = [AutoTokenizer.from_pretrained(n) for n in names]
    for thing in things:
        yield thing.decode(x)  #! site: token unknown  # expect: unledgered-site
