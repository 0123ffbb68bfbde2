# Set by another method than the constructor, and from outside the class.
from transformers import AutoTokenizer


class Model:
    def load(self, name):
        self.thing = AutoTokenizer.from_pretrained(name)

    def to_text(self, x):
        return self.thing.decode(x), self.other.decode(x)  #! site: token unknown  # expect: unledgered-site  #! site: token unknown  # expect: unledgered-site


def prepare(model: Model):
    model.other = AutoTokenizer.from_pretrained("n")
