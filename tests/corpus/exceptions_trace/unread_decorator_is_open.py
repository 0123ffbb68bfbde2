# A decorator that is not read may keep the fault.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: unknown  # expect: unledgered-site  # expect: escape-unknown


from somewhere import guarded


@guarded
def load_all(batches):
    return [load(ids) for ids in batches]
