# The guard stands earlier, and both branches lead from it to the decode.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, loud):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    if loud:
        print(len(ids))
    else:
        feats.clear()
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
