# Put together from generated parts.
import torch
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    parts = [model.generate(row) for row in x]
    return tok.batch_decode(torch.cat(parts))  #! site: token device  # expect: unledgered-site
