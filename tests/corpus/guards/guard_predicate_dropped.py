# The predicate's answer is dropped.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def in_range(ids, tokenizer):
    return bool((ids >= 0).all() and (ids < len(tokenizer)).all())


def load(model, feats):
    ids = model.generate(feats)
    in_range(ids, tok)  # expect: guard-does-not-raise
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
