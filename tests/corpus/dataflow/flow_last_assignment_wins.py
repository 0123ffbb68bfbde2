# The second assignment is the one that reaches the call.
from transformers import AutoTokenizer


def header(path):
    thing = AutoTokenizer.from_pretrained("m")
    thing = open(path, "rb").read()
    return thing.decode()  #! site: bytes
