# Each branch has a guard of its own: neither dominates the decode alone, together they do.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, loud):
    ids = model.generate(feats)
    if loud:
        print("checked")
        assert_ids_in_range(ids, tok)  #! guard: call
    else:
        assert_ids_in_range(ids, tok)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
