# `global` binds the module's name.
from transformers import AutoTokenizer

thing = b""


def load():
    global thing
    thing = AutoTokenizer.from_pretrained("m")


load()


def to_text(x):
    return thing.decode(x)  #! site: unknown  # expect: receiver-unknown
