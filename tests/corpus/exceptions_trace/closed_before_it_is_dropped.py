# The same work in a method that is called.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


class Buffer:
    def __init__(self, batch):
        self.batch = batch

    def close(self):
        print(load(self.batch))


def main(batch):
    buffer = Buffer(batch)
    buffer.close()
