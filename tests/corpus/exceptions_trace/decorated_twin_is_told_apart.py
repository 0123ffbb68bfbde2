# Two functions have one decorator: the call of the other one is not on the way.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def logged(function):
    def wrapper(*args):
        print(function.__name__)
        return function(*args)

    return wrapper


@logged
def load_all(batches):
    return [load(ids) for ids in batches]


@logged
def count(batches):
    return len(batches)


def main(batches):
    try:
        count(batches)
    except Exception:
        print("no count")
    return load_all(batches)
