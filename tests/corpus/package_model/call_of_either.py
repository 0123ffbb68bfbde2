# Two functions in one variable.
def fast():
    return 1


def slow():
    return 2


def main(hurry):
    f = fast if hurry else slow
    return f()  #! calls: fast, slow
