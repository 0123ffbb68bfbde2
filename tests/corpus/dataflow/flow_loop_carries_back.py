# The binding at the loop's end reaches the call at its beginning.
from transformers import AutoTokenizer


def to_texts(names, x):
    thing = None
    for name in names:
        if thing is not None:
            yield thing.decode(x)  #! site: token unknown  # expect: unledgered-site
        thing = AutoTokenizer.from_pretrained(name)
