# Between guard and decode the ids are generated anew.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  # expect: guard-checks-other-ids "bound anew"
    ids = model.generate(feats)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
