# The try is around its making.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


async def load_each(batches):
    for ids in batches:
        yield load(ids)


async def main(batches):
    try:
        texts = load_each(batches)
    except Exception:
        return
    async for text in texts:
        print(text)
