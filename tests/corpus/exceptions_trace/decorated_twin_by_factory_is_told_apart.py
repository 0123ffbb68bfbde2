# The same with a decorator that is made by a call.
# complete: handlers
import functools

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def runner(name=None):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args):
            print(name)
            return function(*args)

        return wrapper

    return decorate


@runner(name="load")
def load_all(batches):
    return [load(ids) for ids in batches]


@runner(name="count")
def count(batches):
    return len(batches)


def main(batches):
    try:
        count(batches)
    except Exception:
        print("no count")
    return load_all(batches)
