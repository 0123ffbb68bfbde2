# One guard of a generic type, two decodes behind it: one finding for the raise.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def check(ids, tokenizer):
    if ids.min() < 0 or ids.max() >= len(tokenizer):
        raise ValueError("token ids out of range")  # expect: fault-type-generic


def load(model, feats):
    ids = model.generate(feats)
    check(ids, tok)  #! guard: call
    first = tok.decode(ids[0])  #! site: token device  # expect: unledgered-site
    return first, tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
