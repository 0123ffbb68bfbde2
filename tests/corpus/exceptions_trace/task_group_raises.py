# A task group awaits its tasks and raises a group.
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


async def load_later(ids):
    return load(ids)


async def main(batches):
    async with asyncio.TaskGroup() as group:
        for ids in batches:
            group.create_task(load_later(ids))
