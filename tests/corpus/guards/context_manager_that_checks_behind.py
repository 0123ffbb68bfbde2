# The check runs when the with is left: too late for the decode inside.
from contextlib import contextmanager

from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


@contextmanager
def checked(ids):
    yield ids
    assert_ids_in_range(ids, tok)


def load(model, feats):
    ids = model.generate(feats)
    with checked(ids):  # expect: guard-not-on-every-path
        return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
