# Set in the constructor, used in a method.
from transformers import AutoTokenizer


class Model:
    def __init__(self, name):
        self.thing = AutoTokenizer.from_pretrained(name)

    def to_text(self, x):
        return self.thing.decode(x)  #! site: token unknown  # expect: unledgered-site
