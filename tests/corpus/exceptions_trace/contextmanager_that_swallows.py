# The yield stands in a try that swallows.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


from contextlib import contextmanager


@contextmanager
def best_effort(log):
    try:
        yield
    except Exception as error:
        log.warning(error)


def load_all(ids, log):
    with best_effort(log):  #! handler: best_effort(log) -> swallows  # expect: fault-lost-in-context-manager
        return load(ids)
