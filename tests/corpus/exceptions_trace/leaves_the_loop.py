# The loop ends at the first fault, and what was read so far is the result.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def load_all(batches):
    texts = []
    for ids in batches:
        try:
            texts.append(load(ids))
        except RuntimeError:  #! handler: RuntimeError -> swallows  # expect: fault-caught-by-name
            break
    return texts
