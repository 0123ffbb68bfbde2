# A way that gives no ids back needs no guard.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def generate(model, feats):
    if not feats:
        return []
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    return ids


def load(model, feats):
    ids = generate(model, feats)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
