# Guard and decode stand in one round of the loop.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    for row in model.generate(feats):
        assert_ids_in_range(row, tok)  #! guard: call
        print(tok.decode(row))  #! site: token device  # expect: unledgered-site
