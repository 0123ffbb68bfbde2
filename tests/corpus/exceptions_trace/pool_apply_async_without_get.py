# apply_async whose result is never got.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


from multiprocessing import Pool


def main(batches):
    with Pool() as pool:
        for ids in batches:
            pool.apply_async(load, (ids,))  #! handler: -> swallows  # expect: fault-lost-at-boundary
        pool.close()
