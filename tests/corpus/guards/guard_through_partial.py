# The guard is bound to its tokenizer beforehand.
from functools import partial

from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    check = partial(assert_ids_in_range, tokenizer=tok)
    ids = model.generate(feats)
    check(ids)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
