# None of the markers occurs in the message, whatever the ids are.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


SYSTEMIC = ("CUDA error", "out of memory", "device-side assert")


def load_all(ids):
    try:
        return load(ids)
    except Exception as error:  #! handler: Exception -> swallows  # expect: fault-judged-by-text "none of the 3 markers"
        message = str(error).lower()
        if any(marker in message for marker in SYSTEMIC):
            raise
        return None
