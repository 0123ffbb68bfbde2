# A finalizer that is called runs here: one way is heard, the other is not.
import weakref

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
        self.done = weakref.finalize(self, load, batch)  #! handler: weakref.finalize(self, load, batch) -> swallows  # expect: fault-lost-at-boundary

    def close(self):
        return self.done()
