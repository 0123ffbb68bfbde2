# The tokenizer inside a pipeline.
from transformers import pipeline

pipe = pipeline("automatic-speech-recognition", "m")


def to_text(x):
    return pipe.tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
