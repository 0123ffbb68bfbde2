# A helper that gives back what it is given joins nothing: each caller gets its own argument.
import subprocess

from transformers import AutoTokenizer


def configured(thing, side="left"):
    thing.padding_side = side
    return thing


def renewed(thing):
    if thing.old:
        thing = AutoTokenizer.from_pretrained("m")
    return thing


def tell(ids):
    tok = configured(AutoTokenizer.from_pretrained("m"), side="right")
    return tok.decode(ids)  #! site: token unknown  # expect: unledgered-site


def tell_of_a_process():
    out = configured(subprocess.check_output(["date"]))
    return out.decode()  #! site: bytes


def tell_renewed():
    out = renewed(subprocess.check_output(["date"]))
    return out.decode()  #! site: unknown  # expect: receiver-unknown
