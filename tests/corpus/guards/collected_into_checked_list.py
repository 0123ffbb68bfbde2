# A second batch joins the list by `+=`, unchecked.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    out = []
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  # expect: guard-checks-other-ids "only some"
    out += ids.tolist()
    out += model.generate(feats).tolist()
    return tok.batch_decode(out)  #! site: token device  # expect: unledgered-site
