# The call comes first.
from transformers import AutoTokenizer


def header(path, x):
    thing = AutoTokenizer.from_pretrained("m")
    text = thing.decode(x)  #! site: token unknown  # expect: unledgered-site
    thing = open(path, "rb").read()
    return text, thing
