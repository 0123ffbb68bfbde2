# No linearisation exists; Python refuses this at run time, and reading it must not fail.
class X:
    def f(self):
        return 1


class Y(X):
    pass


class Z(X, Y):
    pass


def main():
    return X().f()  #! calls: X.f
