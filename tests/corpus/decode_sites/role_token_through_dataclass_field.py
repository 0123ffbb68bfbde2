# A field's annotation is what the field holds.
from dataclasses import dataclass

from transformers import PreTrainedTokenizerBase


@dataclass
class Collator:
    thing: PreTrainedTokenizerBase

    def __call__(self, x):
        return self.thing.decode(x)  #! site: token unknown  # expect: unledgered-site
