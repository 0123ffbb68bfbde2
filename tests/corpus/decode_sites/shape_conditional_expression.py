# Only one branch decodes.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def maybe(model, x, quiet):
    return "" if quiet else tok.decode(model.generate(x)[0])  #! site: token device  # expect: unledgered-site
