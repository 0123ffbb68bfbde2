# One of two batches is collected without a check.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    collected = []
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  # expect: guard-checks-other-ids "only some"
    collected.extend(ids.tolist())
    collected.extend(model.generate(feats).tolist())
    return tok.batch_decode(collected)  #! site: token device  # expect: unledgered-site
