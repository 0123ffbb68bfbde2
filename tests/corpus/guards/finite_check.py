# There is no integer that is NaN.
import torch
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    if torch.isnan(ids).any():  # expect: finite-check-on-ids
        raise HardwareFault("nan")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
