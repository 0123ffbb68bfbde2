# A class attribute, read through the instance and through the class.
from transformers import AutoTokenizer


class Model:
    thing = AutoTokenizer.from_pretrained("m")

    def to_text(self, x):
        return self.thing.decode(x), Model.thing.decode(x)  #! site: token unknown  # expect: unledgered-site  #! site: token unknown  # expect: unledgered-site
