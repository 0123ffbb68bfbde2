# The context manager of the package gives the tokenizer.
from contextlib import contextmanager

from transformers import AutoTokenizer


@contextmanager
def loaded(name):
    yield AutoTokenizer.from_pretrained(name)


def to_text(x):
    with loaded("m") as thing:
        return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
