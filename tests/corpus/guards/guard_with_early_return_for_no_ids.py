# The guard returns early when there are no ids: nothing is left unchecked.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def check(ids, tokenizer):
    if not ids:
        return
    if min(ids) < 0 or max(ids) >= len(tokenizer):
        raise HardwareFault("token ids out of range")


def load(model, feats):
    ids = model.generate(feats)[0].tolist()
    check(ids, tok)  #! guard: call
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
