# The same, by attribute, and cut.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(text):
    ids = tok(text, truncation=True).input_ids
    return tok.decode(ids[:10])  #! site: token host  # expect: unledgered-site
