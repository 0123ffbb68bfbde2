# The inner function fills the outer one's name.
from transformers import AutoTokenizer


def make():
    thing = None

    def load():
        nonlocal thing
        thing = AutoTokenizer.from_pretrained("m")

    def to_text(x):
        return thing.decode(x)  #! site: token unknown  # expect: unledgered-site

    load()
    return to_text
