# A partial runs what it holds.
from functools import partial


def load(a, b):
    return a + b


def main():
    f = partial(load, 1)
    return f(2)  #! calls: load
