# The likeliest tokens of a distribution, one by one.
import torch
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def likeliest(logits, k=5):
    probs = torch.softmax(logits, dim=-1)
    values, indices = torch.topk(probs, k)
    return {tok.decode([i]): v for i, v in zip(indices.tolist(), values.tolist())}  #! site: token device  # expect: unledgered-site
