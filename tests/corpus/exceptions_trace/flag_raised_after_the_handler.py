# Only a flag survives; the run exits later, by a way that is no longer the fault's.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


import sys


def main(batches):
    passed = True
    for ids in batches:
        try:
            load(ids)
        except Exception as error:  #! handler: Exception -> swallows  # expect: fault-swallowed
            print("failed", error)
            passed = False
    if not passed:
        sys.exit(1)
