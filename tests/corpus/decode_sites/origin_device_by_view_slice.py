# A slice of generated ids.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    ids = model.generate(x)
    return tok.decode(ids[0, 1:])  #! site: token device  # expect: unledgered-site
