# The extremes are taken for each other.
import torch

from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    high, low = torch.aminmax(ids)
    if low < 0 or high >= len(tok):
        raise HardwareFault("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "could not be followed"
