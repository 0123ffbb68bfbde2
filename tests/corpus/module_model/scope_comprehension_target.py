# The comprehension's own `thing` ends with it.
from transformers import AutoTokenizer

thing = AutoTokenizer.from_pretrained("m")


def to_text(x):
    sizes = [len(thing) for thing in (b"a", b"b")]
    return sizes, thing.decode(x)  #! site: token unknown  # expect: unledgered-site
