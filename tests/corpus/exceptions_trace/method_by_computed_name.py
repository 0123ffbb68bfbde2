# `getattr(lm, which)(…)` runs a method that is named elsewhere: any public one of the object that can take the call.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


class Reader:
    def answer(self, batch):
        ids = model.generate(batch)[0]
        assert_ids_in_range(ids, tok)
        return tok.decode(ids)  #! site: token device  #! fault: unknown  # expect: unledgered-site


class Shelf:
    def answer(self, batch):
        return batch


def run(which, batch):
    reader = Reader()
    try:
        return getattr(reader, which)(batch)
    except Exception:  #! handler: Exception -> swallows  # expect: escape-unknown
        return None


def run_without_batch(which):
    reader = Reader()
    try:
        return getattr(reader, which)()
    except Exception:
        return None


def run_shelf(which, batch):
    shelf = Shelf()
    try:
        return getattr(shelf, which)(batch)
    except Exception:
        return None


def run_another(batch):
    reader = Reader()
    which = "close"
    try:
        return getattr(reader, which)(batch)
    except Exception:
        return None
