# A process prints the exception and ends; whether someone reads its exit code is not followed.
# complete: handlers
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(ids):
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token  #! fault: unknown  # expect: unledgered-site


import multiprocessing


def main(ids):
    process = multiprocessing.Process(target=load, args=(ids,))
    process.start()
    process.join()
