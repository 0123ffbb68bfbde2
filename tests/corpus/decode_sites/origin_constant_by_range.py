# The whole vocabulary, id by id.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text():
    return [tok.decode([i]) for i in range(len(tok))]  #! site: token constant  # expect: unledgered-site
