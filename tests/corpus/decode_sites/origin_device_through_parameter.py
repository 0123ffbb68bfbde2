# The only caller passes generated ids.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(ids, skip):
    return tok.decode(ids, skip_special_tokens=skip)  #! site: token device  # expect: unledgered-site


def main(model, x):
    return to_text(model.generate(x)[0], True)  #! site: token device  # expect: unledgered-site
