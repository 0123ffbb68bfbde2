# A lambda with a name, asked of every id.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    bad = lambda t: t < 0 or t >= len(tok)
    if any(bad(t) for row in ids.tolist() for t in row):  #! guard: inline
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
