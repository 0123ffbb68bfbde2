# What a tokenizer's call gives.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(text):
    ids = tok(text)["input_ids"]
    return tok.decode(ids)  #! site: token host  # expect: unledgered-site
