# A known attribute's name in a string.
class A:
    def run(self):
        return 1


def main():
    return getattr(A(), "run")()  #! calls: A.run
