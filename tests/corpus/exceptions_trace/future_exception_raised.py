# `exception()` is read and raised.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(ids):
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token  #! fault: heard  # expect: unledgered-site


from concurrent.futures import ThreadPoolExecutor


def main(ids):
    with ThreadPoolExecutor() as pool:
        future = pool.submit(load, ids)
    if future.exception() is not None:  #! handler: -> reraises
        raise future.exception()
