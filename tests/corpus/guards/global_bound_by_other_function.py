# A call between guard and decode binds the global anew.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    global ids
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  # expect: guard-checks-other-ids "other functions"
    again(model, feats)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site


def again(model, feats):
    global ids
    ids = model.generate(feats)
