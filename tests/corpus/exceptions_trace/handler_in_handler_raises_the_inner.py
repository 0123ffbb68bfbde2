# A bare raise in the inner handler raises the inner error, not the fault.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def load_all(ids, file):
    try:
        return load(ids)
    except Exception:  #! handler: Exception -> converts(OSError)  # expect: fault-type-lost
        try:
            raise OSError(file)
        except OSError:
            raise
