# The guard comes too late.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    texts = tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
    assert_ids_in_range(ids, tok)  # expect: guard-not-on-every-path "behind"
    return texts
