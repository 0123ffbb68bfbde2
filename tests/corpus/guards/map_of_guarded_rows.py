# The decode is handed to map together with what is guarded.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    return list(map(tok.decode, ids))  #! site: token  # expect: unledgered-site
