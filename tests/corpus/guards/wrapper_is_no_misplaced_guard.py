# The wrapper checks for its own decode; that it stands behind another one is no fault of it.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def show(ids):
    assert_ids_in_range(ids, tok)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"


def load(model, feats):
    ids = model.generate(feats)
    print(tok.batch_decode(ids))  #! site: token device  # expect: unledgered-site "no guard"
    return show(ids)  #! site: token device  # expect: unledgered-site "guarded"
