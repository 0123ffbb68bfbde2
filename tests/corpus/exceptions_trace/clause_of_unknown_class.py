# What the clause names is not known, so neither is the ending.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(ids):
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token  #! fault: unknown  # expect: unledgered-site


def main(ids, errors):
    try:
        return load(ids)
    except errors:  #! handler: errors -> unknown
        return None
