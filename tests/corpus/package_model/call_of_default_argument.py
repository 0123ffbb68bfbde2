# The default of a parameter.
def load():
    return 1


def run(f=load):
    return f()  #! calls: load


def main():
    return run()  #! calls: run
