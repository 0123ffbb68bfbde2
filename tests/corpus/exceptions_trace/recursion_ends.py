# Functions that call each other are visited once.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def even(rows):
    return odd(rows[1:]) if rows else load(rows)


def odd(rows):
    try:
        return even(rows[1:])
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return None
