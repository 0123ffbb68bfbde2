# Reading an attribute runs a function.
class A:
    @property
    def size(self):
        return 1


def main():
    a = A()
    return a.size  #! calls: A.size
