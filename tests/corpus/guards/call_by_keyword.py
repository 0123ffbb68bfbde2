# The guard takes its arguments by keyword, in the other order.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(tokenizer=tok, ids=ids)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
