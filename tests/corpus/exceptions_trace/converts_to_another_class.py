# The fault goes on as another class, and a clause above no longer knows it.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def load_all(batches):
    try:
        return [load(ids) for ids in batches]
    except RuntimeError as error:  #! handler: RuntimeError -> converts(ValueError)  # expect: fault-type-lost
        raise ValueError("bad batch") from error


def main(batches):
    try:
        return load_all(batches)
    except ValueError:  #! handler: ValueError -> swallows  # expect: fault-caught-by-name "catches `ValueError`, made of what the guard of line 12 raises"
        return []
