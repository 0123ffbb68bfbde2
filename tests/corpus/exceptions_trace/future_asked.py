# The exception comes out where the result is asked for.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(ids):
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token  #! fault: swallowed  # expect: unledgered-site


from concurrent.futures import ThreadPoolExecutor


def main(ids):
    with ThreadPoolExecutor() as pool:
        future = pool.submit(load, ids)
    try:
        return future.result()
    except RuntimeError:  #! handler: RuntimeError -> swallows  # expect: fault-caught-by-name
        return None
