# The ledger names the guard, its body proves it, and the site is in the ledger as guarded: nothing to say.
from transformers import AutoTokenizer

from faults import check_ids

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    check_ids(tok, ids)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  #! fault: heard
