# Nobody gets the reference.
import ray
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


@ray.remote
class Reader:
    def read(self, batch):
        return load(batch)


def main(batch):
    reader = Reader.remote()
    reader.read.remote(batch)  #! handler: reader.read.remote(batch) -> swallows  # expect: fault-lost-at-boundary
