# What the clause names is not known, so neither is the ending.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: unknown  # expect: unledgered-site  # expect: escape-unknown


def main(ids, errors):
    try:
        return load(ids)
    except errors:  #! handler: errors -> unknown
        return None
