# Set by a name that is known.
from transformers import AutoTokenizer


class Model:
    def __init__(self):
        setattr(self, "thing", AutoTokenizer.from_pretrained("m"))

    def to_text(self, x):
        return self.thing.decode(x)  #! site: token unknown  # expect: unledgered-site
