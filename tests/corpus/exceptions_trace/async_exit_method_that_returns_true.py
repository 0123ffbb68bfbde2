# `__aexit__` of an async with.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


class Quiet:
    async def __aenter__(self):
        return self

    async def __aexit__(self, kind, error, trace):
        print(error)
        return True


async def load_all(ids):
    async with Quiet():  #! handler: Quiet() -> swallows  # expect: fault-lost-in-context-manager
        return load(ids)
