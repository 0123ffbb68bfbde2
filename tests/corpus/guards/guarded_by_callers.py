# Every caller checks the ids before it passes them down.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def show(ids):
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    return show(ids)  #! site: token device  # expect: unledgered-site


def load_again(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)
    return show(ids[:, 1:])  #! site: token device  # expect: unledgered-site
