# A round that leaves early decodes nothing; the others pass the guard.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, batches):
    texts = []
    for feats in batches:
        ids = model.generate(feats)
        if feats.empty:
            continue
        assert_ids_in_range(ids, tok)  #! guard: call
        texts += tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
    return texts
