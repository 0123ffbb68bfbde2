# An attribute of the error decides, which nothing here sets.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: conditional  # expect: unledgered-site


def load_all(ids):
    try:
        return load(ids)
    except Exception as error:  #! handler: Exception -> conditional  # expect: fault-reraised-on-condition
        if getattr(error, "code", None) == 700:
            raise
        return None
