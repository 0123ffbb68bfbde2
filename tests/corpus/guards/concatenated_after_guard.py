# Unchecked ids are concatenated to the checked ones.
import torch
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  # expect: guard-checks-other-ids
    ids = torch.cat([ids, model.generate(feats)])
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
