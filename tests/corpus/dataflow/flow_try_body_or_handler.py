# After the try, either binding may stand.
from transformers import AutoTokenizer, T5Tokenizer


def to_text(x):
    try:
        thing = AutoTokenizer.from_pretrained("m")
    except OSError:
        thing = T5Tokenizer.from_pretrained("m")
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
