# The class method gives a path or an object of its class. Only the object has the method, and it is no Ring: what a Ring
# raises behind `super().go()` never comes out of it.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

import store
from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


class Base:
    @classmethod
    def restore_from(cls, path, only_path=False):
        if only_path:
            return store.download(path)
        return cls()

    def go(self, batch):
        return self.read(batch)

    def read(self, batch):
        return batch


class Wheel(Base):
    def go(self, batch):
        return super().go(batch)


class Ring(Wheel):
    def read(self, batch):
        ids = model.generate(batch)[0]
        assert_ids_in_range(ids, tok)
        return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


class Disc(Wheel):
    pass


def use_disc(path, batch):
    disc = Disc.restore_from(path)
    try:
        return disc.go(batch)
    except Exception:
        return None


def use_ring(path, batch):
    ring = Ring.restore_from(path)
    try:
        return ring.go(batch)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return None
