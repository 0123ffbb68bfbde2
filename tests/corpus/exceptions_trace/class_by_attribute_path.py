# The class is named by its module's path.
import builtins

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def load_all(ids):
    try:
        return load(ids)
    except builtins.RuntimeError:  #! handler: builtins.RuntimeError -> swallows  # expect: fault-caught-by-name
        return None
