import load
from load import make, thing as it


def to_text(x):
    a = it.decode(x)  #! site: token unknown  # expect: unledgered-site
    b = load.thing.decode(x)  #! site: token unknown  # expect: unledgered-site
    return a, b, make().decode(x)  #! site: token unknown  # expect: unledgered-site
