# A parameter hides the module's name.
from transformers import AutoTokenizer

thing = AutoTokenizer.from_pretrained("m")


def header(thing: bytes):
    return thing.decode()  #! site: bytes
