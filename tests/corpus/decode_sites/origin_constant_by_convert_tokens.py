# What `convert_tokens_to_ids` gives for a fixed token.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text():
    end = tok.convert_tokens_to_ids("<|endoftext|>")
    return tok.decode(end)  #! site: token constant  # expect: unledgered-site
