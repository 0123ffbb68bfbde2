# What the else clause raises is another matter: the fault never gets there.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def load_all(ids):
    try:
        text = load(ids)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        text = ""
    else:
        if not text:
            raise ValueError("no text")
    return text
