# Set by the base class.
from transformers import AutoTokenizer


class Base:
    def __init__(self):
        self.thing = AutoTokenizer.from_pretrained("m")


class Model(Base):
    def to_text(self, x):
        return self.thing.decode(x)  #! site: token unknown  # expect: unledgered-site
