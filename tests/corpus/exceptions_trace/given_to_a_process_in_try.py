# The process runs what is passed beside its target, inside the try of the target.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


import multiprocessing


def work(rank, fn, batches):
    try:
        return fn(batches)  #! calls: load
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        print("failed", rank)


def main(batches):
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=work, args=(0, load, batches))
    process.start()
    process.join()
