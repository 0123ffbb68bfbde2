# The generator runs where the with statement stands.
from contextlib import contextmanager


@contextmanager
def opened():
    yield 1


def main():
    with opened() as f:  #! calls: opened
        return f
