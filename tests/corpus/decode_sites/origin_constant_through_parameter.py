# Every caller passes a constant.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def word(i):
    return tok.decode([i])  #! site: token constant  # expect: unledgered-site


ends = word(1), word(2)  #! site: token constant  # expect: unledgered-site  #! site: token constant  # expect: unledgered-site
