# A checker that logs cannot stop the run.
import logging

from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def check(ids, tokenizer):
    if ids.min() < 0 or ids.max() >= len(tokenizer):  # expect: guard-does-not-raise
        logging.warning("token ids out of range")


def load(model, feats):
    ids = model.generate(feats)
    check(ids, tok)  # related: "called here"
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
