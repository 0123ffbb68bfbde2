# A return in finally that stands under a condition.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: conditional  # expect: unledgered-site


def load_all(ids, cached):
    try:
        return load(ids)
    finally:  #! handler: finally -> conditional  # expect: fault-lost-in-finally
        if cached:
            return cached
