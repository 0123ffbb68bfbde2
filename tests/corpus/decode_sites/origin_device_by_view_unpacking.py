# The first of two.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    ids, scores = model.generate(x)
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
