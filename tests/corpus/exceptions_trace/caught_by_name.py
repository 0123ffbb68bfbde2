# Narrow, and all the same the fault's own class.
from transformers import AutoTokenizer

from faults import HardwareFault, assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(ids):
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token  #! fault: swallowed  # expect: unledgered-site


def load_all(ids):
    try:
        return load(ids)
    except HardwareFault as fault:  #! handler: HardwareFault -> swallows  # expect: fault-caught-by-name
        print("skipped", fault)
