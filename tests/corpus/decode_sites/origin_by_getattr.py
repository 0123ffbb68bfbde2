# getattr() with a name in the code is the attribute of that name, or the default.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def special_id(processor):
    return tok.decode(getattr(processor, "image_token_id", None))  #! site: token constant  # expect: unledgered-site


def field(model, x):
    out = model.generate(x)
    return tok.decode(getattr(out, "sequences", None))  #! site: token device  # expect: unledgered-site


def default(model, processor, x):
    return tok.decode(getattr(processor, "image_token_id", model.generate(x)))  #! site: token device  # expect: unledgered-site


def unknown_field(thing):
    return tok.decode(getattr(thing, "stuff", None))  #! site: token unknown  # expect: unledgered-site
