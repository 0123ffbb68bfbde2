# `__exit__` returns true for interrupts only.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


class Timer:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.stop()
        return kind is not None and issubclass(kind, KeyboardInterrupt)

    def stop(self):
        self.stopped = True


def load_all(ids):
    with Timer():
        return load(ids)
