# contextlib.suppress with other classes.
# complete: handlers
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(ids):
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token  #! fault: heard  # expect: unledgered-site


from contextlib import suppress


def load_all(ids):
    with suppress(KeyError, OSError):
        return load(ids)
