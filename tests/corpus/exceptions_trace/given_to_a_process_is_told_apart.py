# Only another function is passed to the target that keeps what it raises.
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
from threading import Thread


def count(batch):
    return len(batch)


def quiet(fn, batch):
    try:
        return fn(batch)  #! calls: count
    except Exception:
        print("failed")


def loud(fn, batch):
    return fn(batch)  #! calls: load, count


def main(batches):
    Thread(target=quiet, kwargs={"fn": count, "batch": batches}).start()
    Thread(target=loud, args=(count, batches)).start()
    with ThreadPoolExecutor() as executor:
        return executor.submit(loud, load, batches).result()
