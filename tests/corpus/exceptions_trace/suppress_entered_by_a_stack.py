# An ExitStack that enters a suppress.
import contextlib

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def load_all(ids):
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.suppress(Exception))  #! handler: contextlib.suppress(Exception) -> swallows  # expect: fault-suppressed
        return load(ids)
