# A property makes it on first use.
from transformers import AutoTokenizer


class Model:
    _thing = None

    @property
    def thing(self):
        if self._thing is None:
            self._thing = AutoTokenizer.from_pretrained("m")
        return self._thing

    def to_text(self, x):
        return self.thing.decode(x)  #! site: token unknown  # expect: unledgered-site
