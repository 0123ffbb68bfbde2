# What isinstance() leaves of a receiver's classes: the fault of a Reader's `run` comes out where the object may be one.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

import store
from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


class Part:
    @classmethod
    def from_store(cls, path):
        return store.load(cls, path)

    def run(self, batch):
        return batch


class Reader(Part):
    def run(self, batch):
        ids = model.generate(batch)[0]
        assert_ids_in_range(ids, tok)
        return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


class Writer(Part):
    def run(self, batch):
        return batch


class Speaker(Part):
    def run(self, batch):
        return batch


def untested(path, batch):
    part = Part.from_store(path)
    try:
        return part.run(batch)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return None


def only_writers(path, batch):
    part = Part.from_store(path)
    if not isinstance(part, Writer):
        raise TypeError(path)
    try:
        return part.run(batch)
    except Exception:
        return None


def writers_and_speakers(paths, batch):
    for path in paths:
        part = Part.from_store(path)
        if not (isinstance(part, Writer) or isinstance(part, Speaker)):
            continue
        try:
            part.run(batch)
        except Exception:
            pass


def writers_and_readers(path, batch):
    part = Part.from_store(path)
    assert isinstance(part, (Writer, Reader))
    try:
        return part.run(batch)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return None


def another_object(path, batch):
    part = Part.from_store(path)
    if not isinstance(part, Writer):
        part = Part.from_store(path + ".reader")
    try:
        return part.run(batch)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return None


def bound_anew(path, batch):
    part = Part.from_store(path)
    if not isinstance(part, Writer):
        raise TypeError(path)
    part = Part.from_store(path + ".reader")
    try:
        return part.run(batch)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return None


class Box:
    def __init__(self, path):
        self.part = Part.from_store(path)

    def run_writer(self, batch):
        if isinstance(self.part, Writer):
            try:
                return self.part.run(batch)
            except Exception:
                return None
        return batch

    def run_other(self, batch):
        if isinstance(self.part, Writer):
            return batch
        try:
            return self.part.run(batch)
        except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
            return None
