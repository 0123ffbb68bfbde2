# The decorator puts the function into a table and gives it back; the table's value runs inside a try.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


READERS = {}


def register(name):
    def decorate(function):
        READERS[name] = function
        return function

    return decorate


@register("plain")
def read(batch):
    return load(batch)


def main(name, batch):
    try:
        return READERS[name](batch)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return None
