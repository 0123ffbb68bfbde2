# An index held against a list's length is no guard of ids.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, rows, n):
    ids = model.generate(feats)
    if n < 0 or n >= len(rows):
        raise IndexError(n)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
