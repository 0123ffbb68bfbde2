# A coroutine that is not awaited never runs.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


async def check(ids):
    assert_ids_in_range(ids, tok)


async def load(model, feats):
    ids = model.generate(feats)
    check(ids)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "no guard"
