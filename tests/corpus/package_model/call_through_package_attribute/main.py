import pkg.tools


def main():
    return pkg.tools.load()  #! calls: pkg.tools.load
