# The future's result is never asked for.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


from concurrent.futures import ThreadPoolExecutor


def main(ids):
    with ThreadPoolExecutor() as pool:
        pool.submit(load, ids)  #! handler: pool.submit(load, ids) -> swallows  # expect: fault-lost-at-boundary
