# The indices of `topk`, unpacked.
import torch
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    values, indices = torch.topk(model(x).logits[0, -1], 5)
    return [tok.decode(i) for i in indices]  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
