# What inspect is given it looks at, and does not run.
# complete: handlers
import inspect
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def main(batch):
    try:
        print(inspect.getsource(load), inspect.getmodule(load))
    except Exception:
        pass
    return load(batch)
