# Another name for a base of the fault.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


Failure = RuntimeError


def load_all(ids):
    try:
        return load(ids)
    except (KeyError, Failure):  #! handler: KeyError, Failure -> swallows  # expect: fault-caught-by-name
        return None
