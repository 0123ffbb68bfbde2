# The with holds the list that was there before; the name gets other ids inside it.
from contextlib import contextmanager

from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


@contextmanager
def checked(ids):
    yield
    assert_ids_in_range(ids, tok)


def load(model, feats):
    ids = []
    with checked(ids):  # expect: guard-checks-other-ids "bound anew"
        ids = model.generate(feats)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
