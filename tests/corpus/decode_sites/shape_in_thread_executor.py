# Handed to an executor with its argument: the reference is the site.
import asyncio

from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


async def answer(model, x):
    loop = asyncio.get_running_loop()
    ids = model.generate(x)[0]
    return await loop.run_in_executor(None, tok.decode, ids)  #! site: token  # expect: unledgered-site
