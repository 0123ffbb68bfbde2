# The worker puts the error into a queue, and the main thread raises what it gets.
import queue
import threading

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


results = queue.Queue()


def work(ids):
    try:
        results.put(load(ids))
    except Exception as error:  #! handler: Exception -> deferred  # expect: fault-deferred
        results.put(error)


def main(ids):
    worker = threading.Thread(target=work, args=(ids,))
    worker.start()
    result = results.get()
    if isinstance(result, Exception):
        raise result
    return result
