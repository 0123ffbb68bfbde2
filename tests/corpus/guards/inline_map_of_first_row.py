# The lambda is asked of the first row only.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    if any(map(lambda t: not 0 <= t < len(tok), ids[0].tolist())):  # expect: guard-checks-other-ids "a part of"
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
