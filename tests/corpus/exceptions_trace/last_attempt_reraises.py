# A retry that gives up in the end: the fault passes on the last attempt only.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: conditional  # expect: unledgered-site


def load_all(ids):
    for attempt in range(3):
        try:
            return load(ids)
        except Exception:  #! handler: Exception -> conditional  # expect: fault-reraised-on-condition
            if attempt == 2:
                raise
