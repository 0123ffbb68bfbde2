# After a test of its class, the receiver is of that class.
from transformers import PreTrainedTokenizerBase


def to_text(thing, x):
    if isinstance(thing, PreTrainedTokenizerBase):
        return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
    return None
