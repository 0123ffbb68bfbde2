# The running sequence begins with the prompt and grows by what is sampled.
import torch
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, text):
    ids = tok(text, return_tensors="pt").input_ids
    for _ in range(10):
        step = model(ids).logits[:, -1:].argmax(-1)
        ids = torch.cat([ids, step], dim=1)
    return tok.decode(ids[0])  #! site: token mixed  # expect: unledgered-site
