# Stacked step by step.
import torch
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    steps = []
    for _ in range(10):
        steps.append(model(x).logits[:, -1].argmax(-1))
    return tok.batch_decode(torch.stack(steps, dim=1))  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
