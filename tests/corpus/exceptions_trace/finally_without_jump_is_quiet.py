# A finally that only cleans up, with a loop of its own, passes the fault on.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def load_all(batches, files):
    try:
        return [load(ids) for ids in batches]
    finally:
        for file in files:
            if file is None:
                break
            file.close()
