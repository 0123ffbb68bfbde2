# The yield stands in a try with a finally only.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


from contextlib import contextmanager


@contextmanager
def timed(log):
    log.start()
    try:
        yield
    finally:
        log.stop()


def load_all(ids, log):
    with timed(log):
        return load(ids)
