# A method of the package classifies by a class attribute's texts.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


class Policy:
    systemic = ("CUDA", "cuDNN")

    def is_systemic(self, error):
        return any(marker in str(error) for marker in self.systemic)

    def run(self, ids):
        try:
            return load(ids)
        except Exception as error:  #! handler: Exception -> swallows  # expect: fault-judged-by-text "none of the 2 markers occurs"
            if self.is_systemic(error):
                raise
            return None
