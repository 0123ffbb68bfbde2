# A class whose `__exit__` returns true swallows.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


class Quiet:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return True


def load_all(ids):
    with Quiet():  #! handler: Quiet() -> swallows  # expect: fault-lost-in-context-manager
        return load(ids)
