# A decorated class is the class.
from dataclasses import dataclass

from transformers import AutoTokenizer


@dataclass(frozen=True)
class Model:
    name: str = "m"

    def thing(self):
        return AutoTokenizer.from_pretrained(self.name)


def to_text(x):
    return Model().thing().decode(x)  #! site: token unknown  # expect: unledgered-site
