# Bound anew, but to a view of what is guarded.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, n):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    ids = ids[:, n:]
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
