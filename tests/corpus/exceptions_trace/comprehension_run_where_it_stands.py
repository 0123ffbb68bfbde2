# What consumes the generator expression stands around it, in the same try.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def main(batches):
    try:
        return any(load(ids) for ids in batches)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return False
