# A starred target takes the rest as a list.
from transformers import AutoTokenizer


def to_text(x):
    first, *rest = [AutoTokenizer.from_pretrained(n) for n in "abc"]
    return rest[0].decode(x)  #! site: token unknown  # expect: unledgered-site
