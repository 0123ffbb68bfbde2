# A return in finally drops whatever is in flight.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(ids):
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token  #! fault: swallowed  # expect: unledgered-site


def load_all(ids):
    text = ""
    try:
        text = load(ids)
    finally:  #! handler: finally -> swallows  # expect: fault-lost-in-finally
        return text
