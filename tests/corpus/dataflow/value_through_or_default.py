# `x or default`: either may stand, and both are tokenizers.
from transformers import AutoTokenizer, PreTrainedTokenizerBase


def to_text(x, thing: PreTrainedTokenizerBase = None):
    thing = thing or AutoTokenizer.from_pretrained("m")
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
