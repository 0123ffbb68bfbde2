# `methodcaller` names its method in a string.
from operator import methodcaller

from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(ids):
    return methodcaller("decode", ids)(tok)  #! site: token  # expect: unledgered-site
