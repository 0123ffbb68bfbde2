# The guard measures another tokenizer than the one that decodes.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")
other = AutoTokenizer.from_pretrained("n")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, other)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
