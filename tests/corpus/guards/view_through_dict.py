# The checked ids travel in a dict.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    out = {"ids": ids, "other": model.generate(feats)}
    return tok.batch_decode(out["ids"])  #! site: token device  # expect: unledgered-site
