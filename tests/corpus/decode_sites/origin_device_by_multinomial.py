# Sampling by hand.
import torch
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    probs = torch.softmax(model(x).logits[:, -1], dim=-1)
    next_id = torch.multinomial(probs, num_samples=1)
    return tok.decode(next_id[0])  #! site: token device  # expect: unledgered-site
