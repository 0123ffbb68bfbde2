# An async generator raises where `async for` iterates it.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


async def load_each(batches):
    for ids in batches:
        yield load(ids)


async def main(batches):
    try:
        async for text in load_each(batches):
            print(text)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        pass
