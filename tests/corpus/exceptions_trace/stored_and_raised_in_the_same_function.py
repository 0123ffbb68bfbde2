# Kept in a variable, and raised after the file is closed.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def load_all(ids, file):
    failure = None
    try:
        text = load(ids)
    except Exception as error:  #! handler: Exception -> deferred  # expect: fault-deferred
        failure = error
    file.close()
    if failure is not None:
        raise failure
    return text
