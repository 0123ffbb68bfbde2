# The guard stands two callers up.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def show(ids):
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"


def report(ids):
    print(show(ids))  #! site: token device  # expect: unledgered-site "guarded"


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    report(ids)
