# Both stand on the way: the inner one passes the fault on, the outer one keeps it.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def main(ids, log):
    try:
        try:
            return load(ids)
        except Exception:  #! handler: Exception -> reraises
            log.error("inner")
            raise
    except RuntimeError:  #! handler: RuntimeError -> swallows  # expect: fault-caught-by-name
        return None
