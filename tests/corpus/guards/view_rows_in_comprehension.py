# The decode stands in a comprehension over what is guarded.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    return [tok.decode(row) for row in ids]  #! site: token device  # expect: unledgered-site
