# A narrow handler catches what tokenizers raise on ids out of range, and goes on without the token.
import logging

from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def step(logits):
    ids = logits.argmax(-1).tolist()
    try:
        return tok.decode(ids)  #! site: token device  # expect: unledgered-site  #! fault: heard  # expect: head-wider-than-tokenizer
    except (OverflowError, TypeError):  # expect: decode-error-swallowed
        logging.exception("no token")
        return None
