# `map` calls what it is given: the reference is the site.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_texts(model, x):
    return list(map(tok.decode, model.generate(x)))  #! site: token device  # expect: unledgered-site
