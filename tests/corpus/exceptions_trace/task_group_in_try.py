# The group that it raises is an Exception, too.
import asyncio

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


async def load_later(ids):
    return load(ids)


async def main(batches):
    try:
        async with asyncio.TaskGroup() as group:
            for ids in batches:
                group.create_task(load_later(ids))
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return None
