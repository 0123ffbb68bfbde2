# functools.partial is called where it is called.
import functools

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def main(ids):
    job = functools.partial(load, ids)
    try:
        return job()
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return None
