# A tensor of literal ids.
import torch
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def probe():
    return tok.batch_decode(torch.tensor([[1, 2], [3, 4]]))  #! site: token constant  # expect: unledgered-site
