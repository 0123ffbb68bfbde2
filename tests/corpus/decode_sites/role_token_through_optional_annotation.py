# `X | None`, `Optional[X]` and a string say the same.
from typing import Optional

from transformers import PreTrainedTokenizerFast


def plain(x, thing: PreTrainedTokenizerFast):
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site


def union(x, thing: PreTrainedTokenizerFast | None = None):
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site


def optional(x, thing: Optional[PreTrainedTokenizerFast] = None):
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site


def quoted(x, thing: "PreTrainedTokenizerFast"):
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
