# As a function of torch.
import torch
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    return tok.batch_decode(torch.argmax(model(x).logits, dim=-1))  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
