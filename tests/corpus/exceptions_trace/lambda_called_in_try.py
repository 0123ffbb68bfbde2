# The decode stands behind a lambda that is called inside a try.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def main(batch):
    job = lambda: load(batch)
    try:
        return job()
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return None
