# The receiver is what a function returns.
from transformers import AutoTokenizer


def get_tok():
    return AutoTokenizer.from_pretrained("m")


def to_texts(model, x):
    return get_tok().batch_decode(model.generate(x))  #! site: token device  # expect: unledgered-site
