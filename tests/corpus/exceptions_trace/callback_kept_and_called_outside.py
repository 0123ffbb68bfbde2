# The same, called outside of the try.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


class Loop:
    def __init__(self, on_batch):
        self.on_batch = on_batch

    def run(self, batches):
        for batch in batches:
            try:
                batch = list(batch)
            except Exception:
                continue
            self.on_batch(batch)


def main(batches):
    Loop(on_batch=load).run(batches)
