# The helper is looked into: it judges by text, and one of its markers occurs.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def is_systemic(error):
    text = str(error)
    for marker in ("CUDA", "outside ["):
        if marker in text:
            return True
    return False


def load_all(ids):
    try:
        return load(ids)
    except Exception as error:  #! handler: Exception -> reraises
        if is_systemic(error):
            raise
        return None
