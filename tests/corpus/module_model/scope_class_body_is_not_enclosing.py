# A method does not see the names of its class's body: `thing` is the module's.
from transformers import AutoTokenizer

thing = AutoTokenizer.from_pretrained("m")


class Model:
    thing = b"bytes"

    def to_text(self, x):
        return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
