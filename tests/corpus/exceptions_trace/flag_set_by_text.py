# The text sets a flag, and the flag decides.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: conditional  # expect: unledgered-site


def main(ids, marker):
    try:
        return load(ids)
    except RuntimeError as error:  #! handler: RuntimeError -> string-match  # expect: fault-judged-by-text
        fatal = False
        if marker in str(error):
            fatal = True
        if fatal:
            raise
        return None
