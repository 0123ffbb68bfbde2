# The value of each pair is decoded.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_texts(model, x):
    return {i: tok.decode(row) for i, row in enumerate(model.generate(x))}  #! site: token device  # expect: unledgered-site
