# What `generate` gives was made by the model.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    return tok.batch_decode(model.generate(x))  #! site: token device  # expect: unledgered-site
