# The guard is called through its module, under another name.
from transformers import AutoTokenizer

import faults as f

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    f.assert_ids_in_range(ids, tok)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
