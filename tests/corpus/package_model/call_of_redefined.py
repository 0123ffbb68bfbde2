# The last definition wins at the end of the module; a call in a function runs after it.
def load():
    return 1


load = lambda: 2


def main():
    return load()  #! calls: <lambda1>
