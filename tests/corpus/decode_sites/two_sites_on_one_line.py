# Both are sites; they are told apart by their ordinal.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def pair(model, x):
    a, b = model.generate(x)
    return tok.decode(a), tok.decode(b)  #! site: token device  # expect: unledgered-site  #! site: token device  # expect: unledgered-site
