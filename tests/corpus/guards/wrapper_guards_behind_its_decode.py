# The wrapper checks too late: neither it nor its caller is guarded.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def tok_decode(ids):
    text = tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
    assert_ids_in_range(ids, tok)  # expect: guard-not-on-every-path "behind"
    return text


def load(model, feats):
    return tok_decode(model.generate(feats))  #! site: token device  # expect: unledgered-site
