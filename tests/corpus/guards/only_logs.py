# The finding is logged, and the run goes on.
import logging

from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    if ids.min() < 0 or ids.max() >= len(tok):  # expect: guard-does-not-raise
        logging.warning("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
