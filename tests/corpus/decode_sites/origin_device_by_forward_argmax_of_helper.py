# Logits from a helper that is not read: an argmax over them is still an argmax.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(helper, x):
    scores = helper(x)
    return tok.decode(scores.argmax(-1))  #! site: token device  # expect: unledgered-site
