# A function that gives a function.
def make():
    def inner():
        return 1

    return inner


def main():
    return make()()  #! calls: make, make.inner
