# The base class's check does nothing: which one runs depends on the object.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


class Judge:
    def check(self, ids):
        pass

    def run(self, model, feats):
        ids = model.generate(feats)
        self.check(ids)
        return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "may be a guard"


class StrictJudge(Judge):
    def check(self, ids):
        assert_ids_in_range(ids, tok)
