# A loud exit stops the run: fine.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


import sys


def main(ids):
    try:
        return load(ids)
    except Exception as error:  #! handler: Exception -> exits
        print(error)
        sys.exit(1)
