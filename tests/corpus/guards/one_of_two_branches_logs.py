# On one branch bad ids are only logged.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def warn(ids, tokenizer):
    if (ids < 0).any() or (ids >= len(tokenizer)).any():  # expect: guard-does-not-raise
        print("bad ids")


def load(model, feats, loud):
    ids = model.generate(feats)
    if loud:
        warn(ids, tok)
    else:
        assert_ids_in_range(ids, tok)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
