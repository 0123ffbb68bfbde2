# contextlib.suppress with a base of the fault.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


import contextlib


def load_all(ids):
    text = ""
    with contextlib.suppress(RuntimeError):  #! handler: contextlib.suppress(RuntimeError) -> swallows  # expect: fault-suppressed
        text = load(ids)
    return text
