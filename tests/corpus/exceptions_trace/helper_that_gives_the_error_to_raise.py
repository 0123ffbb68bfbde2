# The helper makes the error, and the handler raises it.
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


def wrapped(error, row):
    return BadBatch(f"row {row}: {error}")


def main(ids):
    try:
        return load(ids)
    except Exception as error:  #! handler: Exception -> converts(BadBatch)  # expect: fault-type-lost
        raise wrapped(error, 1) from error
