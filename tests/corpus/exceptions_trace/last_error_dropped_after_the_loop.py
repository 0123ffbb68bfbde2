# The same, but what is raised in the end is another error, which says nothing of the fault's class.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def load_all(batches):
    last = None
    for ids in batches:
        try:
            return load(ids)
        except Exception as error:  #! handler: Exception -> swallows  # expect: fault-swallowed
            last = error
    print("failed:", last)
    return None
