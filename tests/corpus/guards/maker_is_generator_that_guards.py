# The generator checks each batch before it yields it.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def batches(model, feats):
    for feat in feats:
        ids = model.generate(feat)
        assert_ids_in_range(ids, tok)  #! guard: call
        yield ids


def load(model, feats):
    for ids in batches(model, feats):
        print(tok.batch_decode(ids))  #! site: token device  # expect: unledgered-site "guarded"
