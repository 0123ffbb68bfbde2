# A call in a function may run before or after the second definition: both count.
def load():
    return 1


load = lambda: 2


def main():
    return load()  #! calls: <lambda1>, load
