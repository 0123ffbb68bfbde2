# Two tables: the try is around the call of what the other one holds.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def count(batch):
    return len(batch)


COUNTERS = {"count": count}
READERS = {"load": load}


def main(name, batch):
    try:
        COUNTERS[name](batch)
    except Exception:
        print("no count")
    return READERS[name](batch)
