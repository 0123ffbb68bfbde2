# The classifier names a kind by the text, and the handler compares the kind.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def kind_of(error):
    text = str(error)
    if "CUDA" in text:
        return "fatal"
    return "item"


def load_all(ids):
    try:
        return load(ids)
    except Exception as error:  #! handler: Exception -> swallows  # expect: fault-judged-by-text
        if kind_of(error) == "fatal":
            raise
        return None
