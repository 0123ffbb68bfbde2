# Ways that leave before the decode need no guard.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, quiet):
    ids = model.generate(feats)
    if quiet:
        return []
    assert_ids_in_range(ids, tok)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
