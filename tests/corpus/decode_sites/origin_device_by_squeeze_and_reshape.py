# Shapes change, ids do not.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    ids = model.generate(x).squeeze(0).reshape(-1).to("cpu")
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site
