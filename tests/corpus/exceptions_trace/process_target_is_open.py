# A process prints the exception and ends; whether someone reads its exit code is not followed.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: unknown  # expect: unledgered-site  # expect: escape-unknown


import multiprocessing


def main(ids):
    process = multiprocessing.Process(target=load, args=(ids,))
    process.start()
    process.join()
