# Entering the with checks the ids.
from contextlib import contextmanager

from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


@contextmanager
def checked(ids):
    assert_ids_in_range(ids, tok)
    yield ids


def load(model, feats):
    ids = model.generate(feats)
    with checked(ids):  #! guard: call
        return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
