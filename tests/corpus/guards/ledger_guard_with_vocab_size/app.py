# The function that the ledger names holds the ids against vocab_size.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


class HardwareFault(RuntimeError):
    pass


def check_ids(ids, tokenizer):
    if (ids < 0).any() or (ids >= tokenizer.vocab_size).any():
        #                         ^^^^^^^^^^^^^^^^^^^^ expect: guard-bound-vocab-size "added tokens"
        raise HardwareFault("token ids out of range")


def load(model, feats):
    ids = model.generate(feats)
    check_ids(ids, tok)  # related: "called here"
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
