# Given to an object's constructor, kept in an attribute, and called by its method inside a try.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


class Loop:
    def __init__(self, on_batch):
        self.on_batch = on_batch

    def run(self, batches):
        for batch in batches:
            try:
                self.on_batch(batch)
            except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
                continue


def main(batches):
    Loop(on_batch=load).run(batches)
