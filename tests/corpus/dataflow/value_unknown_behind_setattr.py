# A limit: what `setattr` sets is not followed, so that the receiver stays unknown.
from transformers import AutoTokenizer


class Model:
    def __init__(self):
        setattr(self, "thing", AutoTokenizer.from_pretrained("m"))

    def to_text(self, x):
        return self.thing.decode(x)  #! site: unknown  # expect: receiver-unknown
