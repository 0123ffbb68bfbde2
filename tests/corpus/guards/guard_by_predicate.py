# The range is judged by a predicate, the raise stands here.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def in_range(ids, tokenizer):
    return bool((ids >= 0).all() and (ids < len(tokenizer)).all())


def load(model, feats):
    ids = model.generate(feats)
    if not in_range(ids, tok):  #! guard: inline
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
