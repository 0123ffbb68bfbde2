# A with statement enters and leaves.
class A:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


def main():
    with A():  #! calls: A.__enter__, A.__exit__
        pass
