# The method decodes with its object's tokenizer, which the caller has guarded with.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


class Judge:
    def __init__(self, tokenizer):
        self.tokenizer = tokenizer

    def show(self, ids):
        return self.tokenizer.batch_decode(ids)  #! site: token device  # expect: unledgered-site

    def run(self, model, feats):
        ids = model.generate(feats)
        assert_ids_in_range(ids, self.tokenizer)  #! guard: call
        return self.show(ids)  #! site: token device  # expect: unledgered-site


def main(model, feats):
    return Judge(tok).run(model, feats)
