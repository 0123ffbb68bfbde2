# The whole traceback holds source lines, in which the marker may stand.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: conditional  # expect: unledgered-site


import traceback


def load_all(ids):
    try:
        return load(ids)
    except Exception:  #! handler: Exception -> string-match  # expect: fault-judged-by-text
        if "CUDA" in traceback.format_exc():
            raise
        return None
