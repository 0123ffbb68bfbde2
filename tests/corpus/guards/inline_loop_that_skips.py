# Some ids are skipped before the check.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)[0].tolist()
    for t in ids:
        if t == tok.pad_token_id + 5:
            continue
        if t < 0 or t >= len(tok):  # expect: guard-checks-other-ids
            raise HardwareFault(f"token id {t}")
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
