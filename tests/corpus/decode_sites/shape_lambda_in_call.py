# The lambda's body is a function of its own.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def shortest(model, x):
    return min(model.generate(x), key=lambda row: len(tok.decode(row)))  #! site: token  # expect: unledgered-site
