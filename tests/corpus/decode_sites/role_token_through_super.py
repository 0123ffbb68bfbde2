# The attribute is set by the base's constructor, called by `super()`.
from transformers import AutoTokenizer


class Base:
    def __init__(self, name):
        self.thing = AutoTokenizer.from_pretrained(name)


class Model(Base):
    def __init__(self):
        super().__init__("m")
        self.word = self.thing.decode([0])  #! site: token constant  # expect: unledgered-site
