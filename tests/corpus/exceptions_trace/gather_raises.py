# Without return_exceptions, gather raises the first exception.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


import asyncio


async def load_later(ids):
    return load(ids)


async def main(first, second):
    return await asyncio.gather(load_later(first), load_later(second))
