# spawn() raises what a process raised, as a class of its own.
import torch.multiprocessing as mp
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def work(rank, batch):
    return load(batch)


def main(batch):
    try:
        mp.spawn(work, args=(batch,), nprocs=2)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        print("failed")
