# `except*` matches a plain exception, too.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(ids):
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token  #! fault: swallowed  # expect: unledgered-site


def load_all(ids):
    try:
        return load(ids)
    except* RuntimeError as group:  #! handler: RuntimeError -> swallows  # expect: fault-caught-by-name
        print(group)
