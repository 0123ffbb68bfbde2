# What `restore_from` gives cannot be read, but it is called on the class and named for making one of its instances.
# `lookup` is not.
from transformers import AutoModelForCausalLM, AutoTokenizer

import store
from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


class Reader:
    @classmethod
    def restore_from(cls, path):
        return store.load(cls, path).restored

    def tell(self, batch):
        ids = model.generate(batch)[0]
        assert_ids_in_range(ids, tok)
        return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


class Shelf:
    @classmethod
    def lookup(cls, path):
        return store.load(cls, path).restored


def main(path, batch):
    reader = Reader.restore_from(path)
    try:
        return reader.tell(batch)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return None


def other(path, batch):
    shelf = Shelf.lookup(path)
    try:
        return shelf.tell(batch)
    except Exception:
        return None
