# A function bound as a class attribute becomes a method.
def load(self):
    return 1


class A:
    run = load


def main():
    return A().run()  #! calls: load
