# Raised with and without the text: what is told is when it is not.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: conditional  # expect: unledgered-site


def load_all(ids, last):
    try:
        return load(ids)
    except RuntimeError as error:  #! handler: RuntimeError -> string-match  # expect: fault-judged-by-text "re-raises unless `"
        if "outside [0, 7" in str(error):
            if not last:
                return None
        raise error
