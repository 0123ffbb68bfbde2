# The attribute is generated anew between guard and decode.
from transformers import AutoTokenizer

from faults import assert_ids_in_range


class Judge:
    def __init__(self, model):
        self.model = model
        self.tokenizer = AutoTokenizer.from_pretrained("m")

    def run(self, feats):
        self.ids = self.model.generate(feats)
        assert_ids_in_range(self.ids, self.tokenizer)  # expect: guard-checks-other-ids "changed"
        self.ids = self.model.generate(feats)
        return self.tokenizer.batch_decode(self.ids)  #! site: token device  # expect: unledgered-site
