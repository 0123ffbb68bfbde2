# The caller hands the generator on unrun; its own caller iterates it.
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
        yield load(ids)


def stream(batches):
    try:
        return load_each(batches)
    except Exception:
        return iter(())


def main(batches):
    try:
        return list(stream(batches))
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return []
