# A variable keeps the last error, and the loop's end raises it.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def load_all(batches):
    last = None
    for ids in batches:
        try:
            return load(ids)
        except Exception as error:  #! handler: Exception -> deferred  # expect: fault-deferred
            last = error
    raise last
