# Behind a guard there is nothing left to repair: guarded.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    ids = ids.clamp(0, len(tok) - 1)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
