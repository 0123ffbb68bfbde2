# A conversion that nothing above catches still stops the run, but its type is lost.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def load_all(batches):
    try:
        return [load(ids) for ids in batches]
    except RuntimeError:  #! handler: RuntimeError -> converts(SystemError)  # expect: fault-type-lost
        raise SystemError("bad batch")
