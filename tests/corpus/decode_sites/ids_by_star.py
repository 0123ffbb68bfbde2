# The ids come in a way that is not followed: it is a site all the same.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(*args, **kwargs):
    return tok.decode(*args, **kwargs)  #! site: token unknown  # expect: unledgered-site
