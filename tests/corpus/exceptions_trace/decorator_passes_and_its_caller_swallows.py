# The wrapper has no try; the caller of the decorated name does.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


import functools


def timed(unit):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            print(unit)
            return function(*args, **kwargs)

        return wrapper

    return decorate


@timed("ms")
def load_all(batches):
    return [load(ids) for ids in batches]


def main(batches):
    try:
        return load_all(batches)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return []
