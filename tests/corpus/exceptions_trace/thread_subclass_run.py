# `run` of a Thread subclass: the thread prints the exception and ends.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


import threading


class Loader(threading.Thread):
    def run(self):  #! handler: run -> swallows  # expect: fault-lost-at-boundary
        load([1])
