# The guard is awaited.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


async def check(ids):
    assert_ids_in_range(ids, tok)


async def load(model, feats):
    ids = model.generate(feats)
    await check(ids)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
