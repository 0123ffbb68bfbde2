# An executor's context manager around the futures' results passes exceptions on.
# complete: handlers
from concurrent.futures import ProcessPoolExecutor

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def main(batches):
    with ProcessPoolExecutor(max_workers=2) as pool:
        futures = [pool.submit(load, ids) for ids in batches]
        return [future.result() for future in futures]
