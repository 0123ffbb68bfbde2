# A future's callback is run by the executor, which logs what it raises.
from concurrent.futures import ThreadPoolExecutor

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def show(future):
    print(load(future.result()))


def main(read, path):
    with ThreadPoolExecutor() as pool:
        pool.submit(read, path).add_done_callback(show)  #! handler: pool.submit(read, path).add_done_callback(show) -> swallows  # expect: fault-lost-at-boundary
