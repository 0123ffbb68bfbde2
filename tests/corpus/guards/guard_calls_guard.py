# A guard that hands its ids to another guard is one, too.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def checked(ids):
    assert_ids_in_range(ids, tok)
    return ids


def load(model, feats):
    ids = checked(model.generate(feats))  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
