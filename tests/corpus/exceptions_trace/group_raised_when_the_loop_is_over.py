# Collected by a comprehension of errors, and raised together: the outer clause for groups is none of the fault's.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def load_all(batches):
    errors = []
    for ids in batches:
        try:
            load(ids)
        except Exception as error:  #! handler: Exception -> deferred  # expect: fault-deferred
            errors.append(error)
    if errors:
        raise ExceptionGroup("some batches failed", [error for error in errors])
