# The else clause runs only when every row has passed.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    try:
        for row in ids:
            assert_ids_in_range(row, tok)  #! guard: call
    except KeyError:
        return []
    else:
        return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
