# `type(e) is RuntimeError` is false for a subclass of it.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(ids):
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token  #! fault: swallowed  # expect: unledgered-site


def load_all(batches):
    try:
        return [load(ids) for ids in batches]
    except Exception as error:  #! handler: Exception -> swallows  # expect: fault-swallowed
        if type(error) is RuntimeError:
            raise
        return []
