# A cleanup takes nothing away: the way that goes on has passed the guard.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    try:
        assert_ids_in_range(ids, tok)  #! guard: call
    finally:
        feats.close()
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
