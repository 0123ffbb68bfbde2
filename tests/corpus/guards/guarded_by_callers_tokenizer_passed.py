# Ids and tokenizer are both parameters; the caller guards with the one that it passes.
from transformers import AutoTokenizer

from faults import assert_ids_in_range


def show(ids, tokenizer):
    return tokenizer.batch_decode(ids)  #! site: token device  # expect: unledgered-site


def load(model, feats):
    tok = AutoTokenizer.from_pretrained("m")
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    return show(ids, tok)  #! site: token device  # expect: unledgered-site
