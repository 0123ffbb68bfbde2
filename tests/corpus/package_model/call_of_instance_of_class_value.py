# An instance that a class in a variable made is called, and entered.
# complete: calls
class Step:
    def __call__(self):
        return 1

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


def main():
    kind = Step
    step = kind()
    step()  #! calls: Step.__call__
    with step:  #! calls: Step.__enter__, Step.__exit__
        pass
