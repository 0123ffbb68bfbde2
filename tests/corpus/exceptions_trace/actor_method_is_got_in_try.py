# The reference is got inside a try.
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


def main(batches):
    reader = Reader.remote()
    refs = [reader.read.remote(batch) for batch in batches]
    try:
        return ray.get(refs)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return []
