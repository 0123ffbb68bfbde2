# A generator expression runs where it is consumed, a list comprehension at once.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def main(batches):
    texts = (load(ids) for ids in batches)
    try:
        return " ".join(texts)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return ""
