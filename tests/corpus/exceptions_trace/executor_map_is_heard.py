# The try is around the call of map(), not around the iteration.
# complete: handlers
from concurrent.futures import ThreadPoolExecutor

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def main(batches):
    with ThreadPoolExecutor() as pool:
        try:
            texts = pool.map(load, batches)
        except Exception:
            return []
        return list(texts)
