# torch writes its result into the checked tensor.
import torch

from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  # expect: guard-checks-other-ids "changed"
    torch.add(ids, feats.offset, out=ids)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
