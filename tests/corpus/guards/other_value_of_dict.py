# What is decoded lies under another key than what was checked.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  # expect: guard-checks-other-ids "while"
    out = {"ids": ids, "other": model.generate(feats)}
    return tok.batch_decode(out["other"])  #! site: token device  # expect: unledgered-site "unsound"
