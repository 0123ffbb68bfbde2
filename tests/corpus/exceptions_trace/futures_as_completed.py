# Futures in a list, asked one by one inside a try.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


from concurrent.futures import ThreadPoolExecutor, as_completed


def main(batches):
    texts = []
    with ThreadPoolExecutor() as pool:
        futures = [pool.submit(load, ids) for ids in batches]
        for future in as_completed(futures):
            try:
                texts.append(future.result())
            except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
                texts.append("")
    return texts
