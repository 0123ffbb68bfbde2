# A generator that gives a default in place of the text.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def load_each(batches):
    for ids in batches:
        try:
            yield load(ids)
        except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
            yield ""
