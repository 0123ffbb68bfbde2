# The base calls its own method inside a try, and a subclass decodes in it.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


class Step:
    def work(self, batch):
        raise NotImplementedError

    def run(self, batch):
        try:
            return self.work(batch)
        except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
            return None


class Decode(Step):
    def work(self, batch):
        return load(batch)
