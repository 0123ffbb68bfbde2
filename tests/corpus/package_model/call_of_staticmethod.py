# No receiver at all.
class A:
    @staticmethod
    def load():
        return 1


def main():
    return A.load() + A().load()  #! calls: A.load
