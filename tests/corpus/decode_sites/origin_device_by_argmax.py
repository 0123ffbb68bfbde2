# The largest logit of each step.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    logits = model(x).logits
    return tok.batch_decode(logits.argmax(dim=-1))  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
