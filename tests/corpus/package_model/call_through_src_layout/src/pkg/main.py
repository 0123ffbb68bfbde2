from pkg.tools import load


def main():
    return load()  #! calls: pkg.tools.load
