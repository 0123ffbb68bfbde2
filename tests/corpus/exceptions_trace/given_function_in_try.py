# The same launcher, with the try around the launch that decodes.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def launch(main, batches):
    return main(batches)


def load_all(batches):
    return [load(ids) for ids in batches]


def start(batches):
    try:
        return launch(load_all, batches)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return []
