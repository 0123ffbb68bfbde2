# A model that samples.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    return tok.decode(model.sample(x))  #! site: token device  # expect: unledgered-site
