# What `__del__` raises is printed and dropped.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


class Buffer:
    def __init__(self, batch):
        self.batch = batch

    def __del__(self):  #! handler: __del__ -> swallows  # expect: fault-lost-at-boundary
        print(load(self.batch))
