# The tokenizer inside a pipeline.
from transformers import pipeline

pipe = pipeline("automatic-speech-recognition", "m")  # expect: opaque-decode


def to_text(x):
    return pipe.tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
