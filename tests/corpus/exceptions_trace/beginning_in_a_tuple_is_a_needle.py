# startswith() with a tuple: none of the beginnings is the message's.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


TRANSIENT = ("CUDA", "NCCL")


def load_all(ids):
    try:
        return load(ids)
    except Exception as error:  #! handler: Exception -> swallows  # expect: fault-judged-by-text "none of the 2 markers occurs"
        if str(error).startswith(TRANSIENT):
            raise
        return None
