# Two managers in one with: the outer one keeps the fault.
import contextlib

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def load_all(ids, path):
    with contextlib.suppress(Exception), open(path) as file:  #! handler: contextlib.suppress(Exception) -> swallows  # expect: fault-suppressed
        print(load(ids), file=file)
