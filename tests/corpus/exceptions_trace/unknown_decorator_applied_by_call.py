# A decorator that no table knows: what it does to the function's exceptions is not known.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: unknown  # expect: unledgered-site  # expect: escape-unknown


import somewhere


def load_all(batches):
    again = somewhere.guarded(times=3)(load)
    return [again(ids) for ids in batches]
