# The loop's future is dropped.
import asyncio

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


async def main(ids):
    loop = asyncio.get_running_loop()
    loop.run_in_executor(None, load, ids)  #! handler: loop.run_in_executor(None, load, ids) -> swallows  # expect: fault-lost-at-boundary
    await asyncio.sleep(1)
