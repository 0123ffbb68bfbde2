# NumPy copies other ids into the checked array.
import numpy as np

from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  # expect: guard-checks-other-ids "changed"
    np.copyto(ids, feats)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
