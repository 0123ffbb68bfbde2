# The branch that binds bytes does not go on.
from transformers import AutoTokenizer


def to_text(path, x):
    thing = AutoTokenizer.from_pretrained("m")
    if path:
        thing = open(path, "rb").read()
        return thing
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
