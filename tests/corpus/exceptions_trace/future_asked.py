# The exception comes out where the result is asked for.
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
        future = pool.submit(load, ids)
    try:
        return future.result()
    except RuntimeError:  #! handler: RuntimeError -> swallows  # expect: fault-caught-by-name
        return None
