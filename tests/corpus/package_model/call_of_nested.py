# A nested function that is called in its own function.
def main():
    def inner():
        return 1

    return inner()  #! calls: main.inner
