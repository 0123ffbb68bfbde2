# The launcher spawns what it is given; the try is around the launch of something else.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


import torch


def run(rank, main, batches):
    main(batches)


def launch(main, batches):
    torch.multiprocessing.spawn(fn=run, args=(main, batches))


def load_all(batches):
    return [load(ids) for ids in batches]


def count(batches):
    return len(batches)


def start(batches):
    try:
        launch(count, batches)
    except Exception:
        print("no count")
    launch(load_all, batches)
