# The caller in the try passes a constant that rules the decode out.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def run(ids, as_text=False):
    if not as_text:
        return ids
    return load(ids)


def plain(ids):
    try:
        return run(ids, as_text=False)
    except Exception:
        return None


def main(ids):
    return run(ids, as_text=True)
