# The future waits in an attribute until another method asks for its result, if ever.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: conditional  # expect: unledgered-site


from concurrent.futures import ThreadPoolExecutor


class Prefetcher:
    def __init__(self):
        self.pool = ThreadPoolExecutor()
        self.waiting = []

    def start(self, ids):
        self.waiting.append(self.pool.submit(load, ids))  #! handler: -> conditional  # expect: fault-reraised-on-condition

    def take(self):
        return self.waiting.pop().result()
