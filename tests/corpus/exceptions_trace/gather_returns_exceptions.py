# The exceptions come back as values that nobody reads.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


import asyncio


async def load_later(ids):
    return load(ids)


async def main(first, second):
    await asyncio.gather(load_later(first), load_later(second), return_exceptions=True)  #! handler: -> swallows  # expect: fault-lost-at-boundary
