# So is what a function makes of each.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)[0].tolist()
    assert_ids_in_range(ids, tok)  # expect: guard-checks-other-ids
    ids = list(map(lambda t: t + 1, ids))
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
