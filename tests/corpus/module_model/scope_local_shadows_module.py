# An assignment anywhere in the function makes the name local in all of it.
from transformers import AutoTokenizer

thing = AutoTokenizer.from_pretrained("m")


def header(path):
    thing = open(path, "rb").read()
    return thing.decode()  #! site: bytes
