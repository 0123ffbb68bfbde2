# The guard checks what generate gives, in one expression.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = assert_ids_in_range(model.generate(feats), tok)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
