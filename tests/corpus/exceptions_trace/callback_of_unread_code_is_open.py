# The function is handed to code that is not read.
# complete: handlers
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(ids):
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token  #! fault: unknown  # expect: unledgered-site


import somewhere


def main(batches):
    return somewhere.each(load, batches)
