# The raise stands in a loop that may not run.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: conditional  # expect: unledgered-site


def load_all(ids, fatal):
    try:
        return load(ids)
    except Exception as error:  #! handler: Exception -> conditional  # expect: fault-reraised-on-condition
        for kind in fatal:
            if isinstance(error, kind):
                raise
        return None
