# The first clause that matches decides: the broad one below is never asked.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import HardwareFault, assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def load_all(batches):
    texts = []
    for ids in batches:
        try:
            texts.append(load(ids))
        except HardwareFault:  #! handler: HardwareFault -> reraises
            raise
        except Exception:
            texts.append("")
    return texts
