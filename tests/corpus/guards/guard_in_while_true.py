# This loop runs at least once before it is left.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    while True:
        ids = model.generate(feats)
        assert_ids_in_range(ids, tok)  #! guard: call
        if feats.done:
            break
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
