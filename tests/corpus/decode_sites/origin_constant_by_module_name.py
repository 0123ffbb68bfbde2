# A module constant.
BLANK = [0]

from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text():
    return tok.decode(BLANK)  #! site: token constant  # expect: unledgered-site
