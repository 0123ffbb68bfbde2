# What an atexit callback raises is printed while the interpreter ends.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


import atexit


def flush():
    load([1])


def main():
    atexit.register(flush)  #! handler: -> swallows  # expect: fault-lost-at-boundary
