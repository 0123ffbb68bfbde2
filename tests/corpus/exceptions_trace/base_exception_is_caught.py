# BaseException is as broad as a bare clause.
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
    except BaseException as error:  #! handler: BaseException -> swallows  # expect: fault-swallowed
        return str(error)
