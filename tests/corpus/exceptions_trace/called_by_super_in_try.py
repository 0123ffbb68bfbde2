# A subclass calls the method that decodes by super(), inside a try.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


class Decode:
    def work(self, batch):
        return load(batch)


class Careful(Decode):
    def work(self, batch):
        try:
            return super().work(batch)
        except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
            return None
