# The default of a parameter.
from transformers import AutoTokenizer


def to_text(x, thing=AutoTokenizer.from_pretrained("m")):
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
