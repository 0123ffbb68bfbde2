# The class that is asked for is none of the fault's.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def load_all(batches):
    try:
        return [load(ids) for ids in batches]
    except Exception as error:  #! handler: Exception -> swallows  # expect: fault-swallowed
        if isinstance(error, (KeyError, MemoryError)):
            raise
        return []
