# Raised together later, but the caller's clause takes groups as well.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def load_all(batches):
    errors = []
    for ids in batches:
        try:
            load(ids)
        except Exception as error:  #! handler: Exception -> deferred  # expect: fault-deferred
            errors.append(error)
    if errors:
        raise ExceptionGroup("some batches failed", errors)


def main(batches):
    try:
        load_all(batches)
    except ExceptionGroup as group:  #! handler: ExceptionGroup -> swallows  # expect: fault-caught-by-name
        print(group)
