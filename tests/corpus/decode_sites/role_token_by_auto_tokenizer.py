# Where the receiver is made settles what it is, whatever its name.
from transformers import AutoTokenizer

thing = AutoTokenizer.from_pretrained("m")


def to_text(x):
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
