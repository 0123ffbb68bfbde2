# The outer clause never sees the fault: it is told as masked, and is no finding.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def inner(ids):
    try:
        return load(ids)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return None


def outer(ids):
    try:
        return inner(ids)
    except Exception:
        return ""
