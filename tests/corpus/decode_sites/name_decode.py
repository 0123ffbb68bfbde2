# The commonest decode API, of a tokenizer made two lines above.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, features):
    return tok.decode(model.generate(features)[0])  #! site: token device
    #          ^^^^^^ expect: unledgered-site
