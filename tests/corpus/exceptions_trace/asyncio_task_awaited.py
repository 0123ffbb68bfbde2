# A coroutine raises where it is awaited.
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


async def main(ids):
    task = asyncio.create_task(load_later(ids))
    try:
        await task
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        pass
