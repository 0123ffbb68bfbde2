# Which tokenizer was measured depends on the run.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, other):
    ids = model.generate(feats)
    tokenizer = tok
    if other:
        tokenizer = AutoTokenizer.from_pretrained("n")
    assert_ids_in_range(ids, tokenizer)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "could not be shown"
