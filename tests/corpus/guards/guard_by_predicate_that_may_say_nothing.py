# Under a flag the predicate gives nothing back, and nothing is false.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def is_bad(t, strict):
    if strict:
        return t < 0 or t >= len(tok)


def load(model, feats):
    ids = model.generate(feats)
    if any(is_bad(t, feats.strict) for row in ids.tolist() for t in row):
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "no guard"
