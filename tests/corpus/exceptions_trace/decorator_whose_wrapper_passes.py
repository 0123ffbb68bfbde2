# The wrapper reports and re-raises.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


import functools


def reported(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except Exception as error:  #! handler: Exception -> reraises
            print("failed", error)
            raise

    return wrapper


@reported
def load_all(batches):
    return [load(ids) for ids in batches]


def main(batches):
    return load_all(batches)
