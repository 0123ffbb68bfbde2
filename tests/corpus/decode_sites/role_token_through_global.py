# A module-level name that a function fills.
from transformers import AutoTokenizer

thing = None


def load():
    global thing
    thing = AutoTokenizer.from_pretrained("m")


def to_text(x):
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
