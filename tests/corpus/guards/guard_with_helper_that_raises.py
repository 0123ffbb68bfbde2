# The guard's branch calls a helper that never returns.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def fail(ids):
    raise HardwareFault(f"bad ids in {len(ids)} rows")


def load(model, feats):
    ids = model.generate(feats)
    if (ids < 0).any() or (ids >= len(tok)).any():  #! guard: inline
        fail(ids)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
