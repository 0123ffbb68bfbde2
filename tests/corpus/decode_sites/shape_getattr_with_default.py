# The default changes nothing of what is looked for.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_texts(model, x):
    decode = getattr(tok, "batch_decode", None)  #! site: token  # expect: unledgered-site
    return decode(model.generate(x))  #! site: token device  # expect: unledgered-site
