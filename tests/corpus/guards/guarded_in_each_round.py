# Each round of the loop guards what it has made.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, batches):
    for feats in batches:
        ids = model.generate(feats)
        assert_ids_in_range(ids, tok)  #! guard: call
        print(tok.batch_decode(ids))  #! site: token device  # expect: unledgered-site
