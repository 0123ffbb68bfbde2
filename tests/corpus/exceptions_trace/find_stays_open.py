# find() judges by the text as well: what it gives is not held against the message.
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
    except Exception as error:  #! handler: Exception -> string-match  # expect: fault-judged-by-text
        if str(error).find("CUDA") >= 0:
            raise
        return None
