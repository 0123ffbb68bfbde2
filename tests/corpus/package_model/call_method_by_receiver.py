# The receiver's class decides, not the method's name.
class A:
    def run(self):
        return 1


class B:
    def run(self):
        return 2


def main():
    a = A()
    return a.run()  #! calls: A.run
