# The only handler raises again: the decode is reached through the guard alone.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    try:
        assert_ids_in_range(ids, tok)  #! guard: call
    except RuntimeError:
        feats.clear()
        raise
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
