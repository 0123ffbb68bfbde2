# A number.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text():
    return tok.decode(50256)  #! site: token constant  # expect: unledgered-site
