# One of two callers keeps the fault: that one way is enough.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def careful(ids):
    return load(ids)


def careless(ids):
    try:
        return load(ids)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return None
