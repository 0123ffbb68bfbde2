# One caller passes generated ids, one passes a constant: a guard is due.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(ids):
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site


def main(model, x):
    return to_text(model.generate(x)[0]) + to_text([tok.eos_token_id])  #! site: token device  # expect: unledgered-site  #! site: token constant  # expect: unledgered-site
