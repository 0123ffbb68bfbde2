# Kept by row, and the first one is raised.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def load_all(batches):
    errors = {}
    for row, ids in enumerate(batches):
        try:
            load(ids)
        except Exception as error:  #! handler: Exception -> deferred  # expect: fault-deferred
            errors[row] = error
    for row, error in errors.items():
        raise error
