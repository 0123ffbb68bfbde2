# The ids are found by their keyword.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    return tok.decode(skip_special_tokens=True, token_ids=model.generate(x)[0])  #! site: token device  # expect: unledgered-site
