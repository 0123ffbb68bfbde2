# A new object of the fault's own class keeps the type.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import HardwareFault, assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def load_all(ids):
    try:
        return load(ids)
    except HardwareFault as error:  #! handler: HardwareFault -> reraises
        raise HardwareFault(f"while loading: {error}") from error
