# The guard stands in the decode's own argument.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    return tok.batch_decode(assert_ids_in_range(ids, tok))  #! guard: call  #! site: token device  # expect: unledgered-site
