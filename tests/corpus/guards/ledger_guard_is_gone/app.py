# The ledger names a guard that the package does not have; the inline check counts all the same.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


class HardwareFault(RuntimeError):
    pass


def load(model, feats):
    ids = model.generate(feats)
    if (ids < 0).any() or (ids >= len(tok)).any():  #! guard: inline
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
