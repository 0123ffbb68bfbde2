# The base's `go` calls `self.read`. Where that is Model's, the object is a Model: a sibling's super().go() and a sibling's
# object never meet its fault; those of a class derived from Model do.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


class Base:
    def go(self, batch):
        return self.read(batch)


class Model(Base):
    def read(self, batch):
        ids = model.generate(batch)[0]
        assert_ids_in_range(ids, tok)
        return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


class Server(Base):
    def read(self, batch):
        return batch

    def go(self, batch):
        try:
            return super().go(batch)
        except Exception:
            return None


class Client(Base):
    def read(self, batch):
        return batch

    def go(self, batch):
        try:
            return Base.go(self, batch)
        except Exception:
            return None


class Large(Model):
    def go(self, batch):
        try:
            return super().go(batch)
        except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
            return None


def use_server(batch):
    server = Server()
    try:
        return server.go(batch)
    except Exception:
        return None


def use_model(batch):
    one = Model()
    try:
        return one.go(batch)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return None
