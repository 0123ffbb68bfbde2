# One id, as an int.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    logits = model(x).logits
    best = logits[0, -1].argmax().item()
    return tok.decode([best])  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
