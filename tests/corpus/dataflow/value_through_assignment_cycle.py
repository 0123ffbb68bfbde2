# Two attributes that are set from each other, and once from outside.
from transformers import AutoTokenizer


class Pair:
    def __init__(self):
        self.a = AutoTokenizer.from_pretrained("m")
        self.b = self.a

    def swap(self):
        self.a = self.b
        self.b = self.a

    def to_text(self, x):
        return self.b.decode(x)  #! site: token unknown  # expect: unledgered-site
