# `functools.wraps` changes names, not what runs.
import functools


def noisy(f):
    @functools.wraps(f)
    def wrapper(*args):
        return f(*args)  #! calls: load

    return wrapper


@noisy
def load():
    return 1


def main():
    return load()  #! calls: wrapper
