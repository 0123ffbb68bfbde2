# What `convert_tokens_to_ids` gives for a fixed token.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text():
    end = tok.convert_tokens_to_ids("<|endoftext|>")
    return tok.decode(end)  #! site: token constant  # expect: unledgered-site


def named_by_default(token="<eot>"):
    return tok.decode([tok.convert_tokens_to_ids(token)])  #! site: token constant  # expect: unledgered-site


def of_a_text(text):
    return tok.decode(tok.convert_tokens_to_ids(tok.tokenize(text)))  #! site: token host  # expect: unledgered-site
