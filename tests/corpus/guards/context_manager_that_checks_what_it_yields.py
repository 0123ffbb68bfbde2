# The with gives out a list and checks it when it is left.
from contextlib import contextmanager

from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


@contextmanager
def checked_ids(tokenizer):
    ids = []
    yield ids
    assert_ids_in_range(ids, tokenizer)


def load(model, feats):
    with checked_ids(tok) as ids:  #! guard: call
        ids.extend(model.generate(feats).tolist())
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
