# The guard takes ids only; its tokenizer is the module's.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def check(ids):
    n = len(tok)
    for row in ids.tolist():
        for t in row:
            if not 0 <= t < n:
                raise HardwareFault(f"token id {t} is outside [0, {n})")


def load(model, feats):
    ids = model.generate(feats)
    check(ids)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
