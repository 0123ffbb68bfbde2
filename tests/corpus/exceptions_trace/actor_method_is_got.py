# What an actor's method raises comes out where its reference is got.
# complete: handlers
import ray
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


@ray.remote
class Reader:
    def read(self, batch):
        return load(batch)


def main(batch):
    reader = Reader.remote()
    try:
        ref = reader.read.remote(batch)
    except Exception:
        return None
    return ray.get(ref)
