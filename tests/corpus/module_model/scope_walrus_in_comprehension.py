# A walrus in a comprehension binds in the function.
from transformers import AutoTokenizer


def to_text(names, x):
    any((thing := AutoTokenizer.from_pretrained(n)) for n in names)
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
