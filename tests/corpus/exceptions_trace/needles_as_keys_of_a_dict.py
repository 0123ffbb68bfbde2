# The markers are a dict's keys.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


CAUSES = {"out of memory": "smaller batch", "cublas": "new driver"}


def load_all(ids):
    try:
        return load(ids)
    except Exception as error:  #! handler: Exception -> swallows  # expect: fault-judged-by-text
        for marker, advice in CAUSES.items():
            if marker in str(error).lower():
                print(advice)
                raise
        return None
