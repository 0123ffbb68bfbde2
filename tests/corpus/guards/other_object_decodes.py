# Two judges with tokenizers of their own: the guard measures one, the other decodes.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


class Judge:
    def __init__(self, tokenizer):
        self.tokenizer = tokenizer

    def show(self, ids):
        return self.tokenizer.batch_decode(ids)  #! site: token device  # expect: unledgered-site "could not be shown"

    def run(self, model, feats, other):
        ids = model.generate(feats)
        assert_ids_in_range(ids, self.tokenizer)
        return other.show(ids)  #! site: token device  # expect: unledgered-site "could not be shown"


def main(model, feats):
    other = Judge(AutoTokenizer.from_pretrained("n"))
    return Judge(tok).run(model, feats, other)
