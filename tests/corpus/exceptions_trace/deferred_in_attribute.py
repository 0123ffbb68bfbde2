# Kept in an attribute and raised by a later check.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


class Worker:
    def run(self, ids):
        try:
            return load(ids)
        except Exception as error:  #! handler: Exception -> deferred  # expect: fault-deferred
            self.error = error

    def check(self):
        if self.error is not None:
            raise self.error
