# What the callers pass.
def load():
    return 1


def run(f):
    return f()  #! calls: load


def main():
    return run(load)  #! calls: run
