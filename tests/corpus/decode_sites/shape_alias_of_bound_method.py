# A name for the bound method: its call is a call of the decode.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_texts(model, x):
    decode = tok.decode  #! site: token  # expect: unledgered-site
    return [decode(row) for row in model.generate(x)]  #! site: token device  # expect: unledgered-site
