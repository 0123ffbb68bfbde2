# A class inside a class; its qualified name holds both.
from transformers import AutoTokenizer


class Outer:
    class Inner:
        def __init__(self):
            self.thing = AutoTokenizer.from_pretrained("m")

    def to_text(self, x):
        return Outer.Inner().thing.decode(x)  #! site: token unknown  # expect: unledgered-site
