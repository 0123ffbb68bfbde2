# The constructor of the base.
class A:
    def __init__(self):
        self.n = 1


class B(A):
    pass


def main():
    return B()  #! calls: A.__init__
