# A processor of a speech model decodes with its tokenizer.
from transformers import AutoProcessor

thing = AutoProcessor.from_pretrained("m")


def to_text(x):
    return thing.batch_decode(x)  #! site: token unknown  # expect: unledgered-site
