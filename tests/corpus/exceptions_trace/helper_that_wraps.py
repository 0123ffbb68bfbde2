# The helper raises a class of its own from the fault.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


class BadBatch(Exception):
    pass


def fail(error, row):
    raise BadBatch(f"row {row}") from error


def main(ids):
    try:
        return load(ids)
    except Exception as error:  #! handler: Exception -> converts(BadBatch)  # expect: fault-type-lost
        fail(error, 1)
