# A context manager that is not read may keep the fault.
# complete: handlers
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(ids):
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token  #! fault: unknown  # expect: unledgered-site


from somewhere import session


def load_all(batches):
    with session():
        return [load(ids) for ids in batches]
