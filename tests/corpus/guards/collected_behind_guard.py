# Every batch is checked before it is collected.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, batches):
    collected = []
    for feats in batches:
        ids = model.generate(feats)
        assert_ids_in_range(ids, tok)  #! guard: call
        collected.extend(ids.tolist())
    return tok.batch_decode(collected)  #! site: token device  # expect: unledgered-site
