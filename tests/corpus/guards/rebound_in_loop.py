# Guarded before the loop, generated anew at its end.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  # expect: guard-checks-other-ids
    for feat in feats:
        print(tok.batch_decode(ids))  #! site: token device  # expect: unledgered-site
        ids = model.generate(feat)
