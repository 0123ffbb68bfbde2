# `__all__` says what a star brings: `hidden` is not in it.
__all__ = ["load"]


def load():
    return 1


def hidden():
    return 2
