# One of the maker's two returns is unchecked.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def generate(model, feats, safe):
    ids = model.generate(feats)
    if safe:
        assert_ids_in_range(ids, tok)  # expect: guard-not-on-every-path
        return ids
    return ids


def load(model, feats):
    ids = generate(model, feats, True)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "unsound"
