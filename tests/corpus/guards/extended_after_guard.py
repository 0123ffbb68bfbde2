# More ids are put into the checked list.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats).tolist()
    assert_ids_in_range(ids, tok)  # expect: guard-checks-other-ids "changed"
    ids.extend(model.generate(feats).tolist())
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
