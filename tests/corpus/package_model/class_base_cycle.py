# clean
# A class cannot derive from itself, but a file can say so.
class A(B):
    pass


class B(A):
    pass


def main():
    return A().run()
