# The decorator checks nothing.
import functools

from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def timed(function):
    @functools.wraps(function)
    def inner(ids):
        print("start")
        return function(ids)

    return inner


@timed
def show(ids):
    return tok.batch_decode(ids)  #! site: token unknown  # expect: unledgered-site "no guard"
