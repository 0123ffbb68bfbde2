# Submitted inside a try that does not see it, and asked for outside.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


from concurrent.futures import ThreadPoolExecutor


def main(ids):
    with ThreadPoolExecutor() as pool:
        try:
            future = pool.submit(load, ids)
        except Exception:
            return None
    return future.result()
