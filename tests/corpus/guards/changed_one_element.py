# One id of one row is stored anew.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats).tolist()
    assert_ids_in_range(ids, tok)  # expect: guard-checks-other-ids "changed"
    ids[0][1] = feats.extra
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
