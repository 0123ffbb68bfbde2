# Who classifies is not read.
from policy import is_systemic
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
        if is_systemic(error):
            raise
        return None
