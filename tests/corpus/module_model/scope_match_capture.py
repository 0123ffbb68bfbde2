# A case binds the names of its pattern.
from transformers import AutoTokenizer


def to_text(pair, x):
    match AutoTokenizer.from_pretrained("m"):
        case thing:
            return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
