# Nothing in the package calls this.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(ids):
    return tok.decode(ids)  #! site: token unknown  # expect: unledgered-site
