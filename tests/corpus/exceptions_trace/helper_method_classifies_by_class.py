# A method classifies by a tuple in a class attribute.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import HardwareFault, assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


class Policy:
    fatal = (MemoryError, HardwareFault)

    def is_fatal(self, error):
        return isinstance(error, self.fatal)

    def run(self, ids):
        try:
            return load(ids)
        except Exception as error:  #! handler: Exception -> reraises
            if self.is_fatal(error):
                raise
            return None
