# Leaving the with checks the ids under a flag only.
from contextlib import contextmanager

from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


@contextmanager
def checked(ids, strict):
    yield
    if strict:
        assert_ids_in_range(ids, tok)


def load(model, feats, strict):
    made = []
    with checked(made, strict):  # expect: guard-not-on-every-path
        made.extend(model.generate(feats).tolist())
    return tok.batch_decode(made)  #! site: token device  # expect: unledgered-site
