# The classes stand in a module constant, and one of them is a base of the fault.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


RETRYABLE = (KeyError, RuntimeError)
KNOWN = RETRYABLE + (OSError,)


def load_all(batches):
    try:
        return [load(ids) for ids in batches]
    except KNOWN:  #! handler: KNOWN -> swallows  # expect: fault-caught-by-name
        return []
