# A property runs where it is read.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


class Clip:
    def __init__(self, ids):
        self.ids = ids

    @property
    def text(self):
        return load(self.ids)


def main(ids):
    clip = Clip(ids)
    try:
        return clip.text
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return ""
