# A special id is a constant of the tokenizer.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text():
    return tok.decode([tok.eos_token_id]), tok.decode(tok.pad_token_id)  #! site: token constant  # expect: unledgered-site  #! site: token constant  # expect: unledgered-site
