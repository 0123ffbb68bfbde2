# An async function's call site is one like any other.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


async def answer(model, x):
    ids = await model.generate(x)
    return tok.decode(ids[0])  #! site: token device  # expect: unledgered-site
