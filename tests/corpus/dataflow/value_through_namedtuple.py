# A named tuple's field says what it holds.
from typing import NamedTuple

from transformers import PreTrainedTokenizerBase


class Loaded(NamedTuple):
    thing: PreTrainedTokenizerBase
    name: str


def to_text(loaded: Loaded, x):
    return loaded.thing.decode(x)  #! site: token unknown  # expect: unledgered-site
