# The marker is known and is no part of the guard's message: a proven swallow, told as judged by text.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def load_all(ids):
    try:
        return load(ids)
    except RuntimeError as error:  #! handler: RuntimeError -> swallows  # expect: fault-judged-by-text
        if "CUDA error" in str(error):
            raise
        return None
