from ..tools import load
from .. import tools


def main():
    load()  #! calls: pkg.tools.load
    return tools.load()  #! calls: pkg.tools.load
