# The left side runs first, always.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    return assert_ids_in_range(ids, tok) is not None and tok.batch_decode(ids)  #! guard: call  #! site: token device  # expect: unledgered-site "guarded"
