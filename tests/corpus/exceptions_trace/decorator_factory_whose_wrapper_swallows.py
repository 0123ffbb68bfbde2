# A decorator that is made by a call: the decorated name is its wrapper, too.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


import functools


def best_effort(default):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            try:
                return function(*args, **kwargs)
            except Exception:  #! handler: Exception -> swallows  # expect: fault-retried
                return default

        return wrapper

    return decorate


@best_effort(default="")
def load_all(batches):
    return [load(ids) for ids in batches]
