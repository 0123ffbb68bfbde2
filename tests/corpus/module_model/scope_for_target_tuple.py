# A for loop unpacks.
from transformers import AutoTokenizer

pairs = [("en", AutoTokenizer.from_pretrained("en"))]


def to_texts(x):
    for lang, thing in pairs:
        yield lang, thing.decode(x)  #! site: token unknown  # expect: unledgered-site
