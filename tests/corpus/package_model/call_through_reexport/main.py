import pkg


def main():
    return pkg.fetch()  #! calls: pkg.tools.load
