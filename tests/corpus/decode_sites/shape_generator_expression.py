# The call runs where the generator is consumed.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    return " ".join(tok.decode(row) for row in model.generate(x))  #! site: token device  # expect: unledgered-site
