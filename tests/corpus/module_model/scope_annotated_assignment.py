# An annotation without a value says what the name will hold.
from transformers import PreTrainedTokenizerBase

thing: PreTrainedTokenizerBase


def to_text(x):
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
