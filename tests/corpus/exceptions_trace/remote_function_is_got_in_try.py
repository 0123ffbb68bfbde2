# A remote function, started by `.remote()` and got inside a try.
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
def read(batch):
    return load(batch)


def main(batch):
    ref = read.remote(batch)
    try:
        return ray.get(ref)
    except RuntimeError:  #! handler: RuntimeError -> swallows  # expect: fault-caught-by-name
        return None
