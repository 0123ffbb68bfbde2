# One of two callers passes its ids on unchecked.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def show(ids):
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)
    return show(ids)  #! site: token device  # expect: unledgered-site


def load_again(model, feats):
    return show(model.generate(feats))  #! site: token device  # expect: unledgered-site "no guard"  # expect: guard-not-on-every-path "load_again"
