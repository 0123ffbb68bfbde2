# The function is picked from a table by a key that is not known, and called inside a try.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def count(batch):
    return len(batch)


JOBS = {"load": load, "count": count}


def main(name, batch):
    job = JOBS[name]
    try:
        return job(batch)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return None
