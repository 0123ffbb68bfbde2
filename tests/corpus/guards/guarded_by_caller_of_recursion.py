# The function hands its own ids to itself; its first caller has checked them.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def show(ids, rounds):
    if rounds:
        return show(ids, rounds - 1)  #! site: token device  # expect: unledgered-site
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    return show(ids, 3)  #! site: token device  # expect: unledgered-site
