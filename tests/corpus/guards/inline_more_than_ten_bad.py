# Up to ten bad ids pass.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)[0].tolist()
    if sum(1 for t in ids if not 0 <= t < len(tok)) > 10:
        raise HardwareFault("token ids out of range")
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
