# The list is decoded into its own name: what is text already holds no ids.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, batches):
    out = []
    for feats in batches:
        ids = model.generate(feats)
        assert_ids_in_range(ids, tok)  #! guard: call
        out.extend(ids.tolist())
        if feats.last:
            out = tok.batch_decode(out)  #! site: token device  # expect: unledgered-site "guarded"
    return out
