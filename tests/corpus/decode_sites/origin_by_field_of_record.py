# A field of a record is what its making passed for it, by keyword or by place.
from dataclasses import dataclass
from types import SimpleNamespace

from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


@dataclass
class Turn:
    asked: list
    said: list


def turn(model, text):
    asked = tok.encode(text)
    return Turn(asked, said=model.generate(asked))


def show(model, text):
    it = turn(model, text)
    print(tok.decode(it.asked))  #! site: token host  # expect: unledgered-site
    print(tok.decode(it.said))  #! site: token device  # expect: unledgered-site


def show_loose(text, other):
    it = SimpleNamespace(asked=tok.encode(text), said=other)
    print(tok.decode(it.asked))  #! site: token host  # expect: unledgered-site
    print(tok.decode(it.said))  #! site: token unknown  # expect: unledgered-site
