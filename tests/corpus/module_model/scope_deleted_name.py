# After `del` the name is unbound; the one before is the receiver.
from transformers import AutoTokenizer


def to_text(x):
    thing = AutoTokenizer.from_pretrained("m")
    text = thing.decode(x)  #! site: token unknown  # expect: unledgered-site
    del thing
    return text
