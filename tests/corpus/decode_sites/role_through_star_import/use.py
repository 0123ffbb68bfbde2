from common import *


def to_text(x):
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
