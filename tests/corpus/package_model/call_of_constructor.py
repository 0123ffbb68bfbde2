# Calling a class runs `__new__` and `__init__`.
class A:
    def __new__(cls):
        return super().__new__(cls)

    def __init__(self):
        self.n = 1


def main():
    return A()  #! calls: A.__new__, A.__init__
