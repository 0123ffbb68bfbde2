# An ExitStack that enters what passes exceptions on.
# complete: handlers
import contextlib

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def load_all(ids, path):
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(open(path))
        print(load(ids), file=file)
