# The ledger names the guard's parameters by name.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


class HardwareFault(RuntimeError):
    pass


def check_ids(tokenizer, where, ids):
    if (ids < 0).any() or (ids >= len(tokenizer)).any():
        raise HardwareFault(f"{where}: token ids out of range")


def load(model, feats):
    ids = model.generate(feats)
    check_ids(tok, "load", ids)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
