# An instance with `__call__`.
class A:
    def __call__(self):
        return 1


def main():
    a = A()
    return a()  #! calls: A.__call__
