# One branch binds other ids after the guard.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, again):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  # expect: guard-checks-other-ids
    if again:
        ids = model.generate(feats)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
