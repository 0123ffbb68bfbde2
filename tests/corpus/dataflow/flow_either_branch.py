# Both branches are tokenizers.
from transformers import AutoTokenizer, T5Tokenizer


def to_text(slow, x):
    if slow:
        thing = T5Tokenizer.from_pretrained("m")
    else:
        thing = AutoTokenizer.from_pretrained("m")
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
