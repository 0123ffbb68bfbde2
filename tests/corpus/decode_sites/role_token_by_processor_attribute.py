# The tokenizer inside a processor, under a name of its own.
from transformers import WhisperProcessor

inner = WhisperProcessor.from_pretrained("m").tokenizer


def to_text(x):
    return inner.decode(x)  #! site: token unknown  # expect: unledgered-site
