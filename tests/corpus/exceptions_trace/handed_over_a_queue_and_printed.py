# Nobody raises what comes out of the queue.
import queue
import threading

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


results = queue.Queue()


def work(ids):
    try:
        results.put(load(ids))
    except Exception as error:  #! handler: Exception -> swallows  # expect: fault-swallowed
        results.put(error)


def main(ids):
    worker = threading.Thread(target=work, args=(ids,))
    worker.start()
    print(results.get())
