# A lambda in a variable, and what it calls.
def load():
    return 1


f = lambda: load()  #! calls: load


def main():
    return f()  #! calls: <lambda1>
