# The loop's futures are gathered.
# complete: handlers
import asyncio

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


async def main(batches):
    loop = asyncio.get_running_loop()
    try:
        futures = [loop.run_in_executor(None, load, ids) for ids in batches]
    except Exception:
        return []
    return await asyncio.gather(*futures)
