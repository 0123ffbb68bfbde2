# `__exit__` is true for one class only, which is none of the fault's.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


class SkipBroken:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if isinstance(error, OSError):
            print("skipped", error)
            return True
        return False


def load_all(ids):
    with SkipBroken():
        return load(ids)
