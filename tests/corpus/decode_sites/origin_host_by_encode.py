# Encoded and decoded on the host.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(text):
    return tok.decode(tok.encode(text))  #! site: token host  # expect: unledgered-site
