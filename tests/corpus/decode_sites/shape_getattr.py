# `getattr` with a known name is the attribute.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    return getattr(tok, "decode")(model.generate(x)[0])  #! site: token device  # expect: unledgered-site
