# The same, with the try around the call that asks for text.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def run(ids, as_text=False):
    if not as_text:
        return ids
    return load(ids)


def shown(ids):
    try:
        return run(ids, True)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return None
