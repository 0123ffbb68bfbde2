# Executor.map raises where its results are iterated.
from concurrent.futures import ThreadPoolExecutor

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def main(batches):
    with ThreadPoolExecutor() as pool:
        texts = pool.map(load, batches)
    try:
        return list(texts)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return []
