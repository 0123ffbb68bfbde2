# Another tokenizer decodes than the one that was measured.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    tokenizer = tok
    ids = model.generate(feats)
    assert_ids_in_range(ids, tokenizer)
    tokenizer = AutoTokenizer.from_pretrained("n")
    return tokenizer.batch_decode(ids)  #! site: token device  # expect: unledgered-site
