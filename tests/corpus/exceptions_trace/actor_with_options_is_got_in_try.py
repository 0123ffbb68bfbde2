# Made remote by a call, started with options, and kept in a list.
import ray
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


class Reader:
    def read(self, batch):
        return load(batch)


def main(batches):
    remote_reader = ray.remote(num_gpus=1)(Reader)
    readers = [remote_reader.options(num_cpus=1).remote() for _ in range(2)]
    refs = [reader.read.options(num_returns=1).remote(batch) for reader in readers for batch in batches]
    texts = []
    for ref in refs:
        try:
            texts.append(ray.get(ref))
        except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
            texts.append("")
    return texts
