# A timer is a thread, and its function's exception is printed.
import threading

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def main(ids):
    threading.Timer(1.0, load, (ids,)).start()  #! handler: threading.Timer(1.0, load, (ids,)) -> swallows  # expect: fault-lost-at-boundary
