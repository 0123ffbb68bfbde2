# A limit: what a test of its class says of a value is not used, so that the receiver stays unknown.
from transformers import PreTrainedTokenizerBase


def to_text(thing, x):
    if isinstance(thing, PreTrainedTokenizerBase):
        return thing.decode(x)  #! site: unknown  # expect: receiver-unknown
    return None
