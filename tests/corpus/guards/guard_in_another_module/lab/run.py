# The guard is imported relatively, under another name.
from transformers import AutoTokenizer

from .faults import check_ids as guard

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    guard(ids, tok)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
