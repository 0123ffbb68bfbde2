# match() is anchored at the beginning.
import re

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def load_all(ids):
    try:
        return load(ids)
    except Exception as error:  #! handler: Exception -> reraises
        if re.match("token id", str(error)) is None:
            return None
        raise
