# A copy grows; the checked list does not.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    other = ids.tolist()
    other.append(feats.extra)
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
