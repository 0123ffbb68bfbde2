# Awaited at once, inside a try.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


import asyncio


async def main(ids):
    loop = asyncio.get_running_loop()
    try:
        return await loop.run_in_executor(None, load, ids)
    except RuntimeError:  #! handler: RuntimeError -> swallows  # expect: fault-caught-by-name
        return None
