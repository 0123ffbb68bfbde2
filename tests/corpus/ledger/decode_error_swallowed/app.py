# Two decodes behind one clause that takes their own errors away; a third whose clause raises.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def step(a, b):
    try:
        return tok.decode(a), tok.decode(b)  #! site: token unknown  #! site: token unknown  # expect: unledgered-site  # expect: unledgered-site
    except (OverflowError, TypeError):  # expect: decode-error-swallowed
        return None


def loud(a):
    try:
        return tok.decode(a)  #! site: token unknown  # expect: unledgered-site
    except OverflowError as error:
        raise ValueError("bad ids") from error


def other(a):
    try:
        return tok.decode(a)  #! site: token unknown  # expect: unledgered-site
    except OSError:
        return None


def decided(a):
    try:
        return tok.decode(a)  #! site: token unknown  # expect: unledgered-site
    except IndexError:
        return None
