# Beside a text that stands under another key, what the wanted key has is found.
from transformers import AutoTokenizer

things = {}
things["start"] = b"<s>"
things["tool"] = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    return things["tool"].decode(model.generate(x))  #! site: token device  # expect: unledgered-site


def start():
    return things["start"].decode("ascii")  #! site: bytes
