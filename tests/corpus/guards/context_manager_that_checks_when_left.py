# Leaving the with checks what was put into the list inside it; the decode stands behind.
from contextlib import contextmanager

from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


@contextmanager
def checked(ids):
    yield
    assert_ids_in_range(ids, tok)


def load(model, feats):
    made = []
    with checked(made):  #! guard: call
        made.extend(model.generate(feats).tolist())
    return tok.batch_decode(made)  #! site: token device  # expect: unledgered-site "guarded"
