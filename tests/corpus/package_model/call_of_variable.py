# A function in a variable.
def load():
    return 1


def main():
    f = load
    return f()  #! calls: load
