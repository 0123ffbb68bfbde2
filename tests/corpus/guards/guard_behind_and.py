# The guard stands in the same expression, before the decode.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    return (assert_ids_in_range(ids, tok), tok.batch_decode(ids))  #! guard: call  #! site: token device  # expect: unledgered-site
