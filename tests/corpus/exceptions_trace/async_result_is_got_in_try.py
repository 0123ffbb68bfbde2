# get() raises what the worker raised.
from multiprocessing import Pool

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def main(ids):
    with Pool() as pool:
        result = pool.apply_async(load, (ids,))
        try:
            return result.get()
        except RuntimeError:  #! handler: RuntimeError -> swallows  # expect: fault-caught-by-name
            return None
