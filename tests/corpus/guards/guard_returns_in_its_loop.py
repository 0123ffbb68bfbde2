# The guard returns after the first id.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def check(ids, tokenizer):
    for t in ids:
        if t < 0 or t >= len(tokenizer):
            raise HardwareFault(f"token id {t}")
        return


def load(model, feats):
    ids = model.generate(feats)[0].tolist()
    check(ids, tok)  # expect: guard-not-on-every-path
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
