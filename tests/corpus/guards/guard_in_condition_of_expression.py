# The condition runs before both sides.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    return tok.batch_decode(ids) if assert_ids_in_range(ids, tok) is not None else []  #! guard: call  #! site: token device  # expect: unledgered-site "guarded"
