# The ledger names a function that goes on with bad ids.
import logging

from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def check_ids(ids, tokenizer):
    if (ids < 0).any() or (ids >= len(tokenizer)).any():  # expect: guard-does-not-raise
        logging.error("token ids out of range")


def load(model, feats):
    ids = model.generate(feats)
    check_ids(ids, tok)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "unsound"
