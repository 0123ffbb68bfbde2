# From a dict by `get` and by a loop over its values.
from transformers import AutoTokenizer

things = {"en": AutoTokenizer.from_pretrained("en")}


def to_texts(lang, x):
    yield things.get(lang).decode(x)  #! site: token unknown  # expect: unledgered-site
    for thing in things.values():
        yield thing.decode(x)  #! site: token unknown  # expect: unledgered-site
