# Imported for the annotation alone.
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase


def to_text(thing: PreTrainedTokenizerBase, x):
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
