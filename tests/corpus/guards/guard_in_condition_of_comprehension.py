# The condition runs before the element that is decoded.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    return [tok.decode(row) for row in ids if assert_ids_in_range(row, tok) is not None]  #! guard: call  #! site: token device  # expect: unledgered-site "guarded"
