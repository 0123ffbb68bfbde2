# Pool.map raises in the caller.
# complete: handlers
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(ids):
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token  #! fault: heard  # expect: unledgered-site


from multiprocessing import Pool


def main(batches):
    with Pool() as pool:
        return pool.map(load, batches)
