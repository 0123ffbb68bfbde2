# join() raises nothing of what happened in the thread.
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
    worker = threading.Thread(target=load, args=(ids,))  #! handler: threading.Thread(target=load, args=(ids,)) -> swallows  # expect: fault-lost-at-boundary
    worker.start()
    try:
        worker.join()
    except Exception:
        pass
