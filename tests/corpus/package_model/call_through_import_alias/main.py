import tools as t
from tools import load as fetch


def main():
    t.load()  #! calls: tools.load
    return fetch()  #! calls: tools.load
