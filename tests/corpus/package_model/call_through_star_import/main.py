from tools import *


def main():
    return load()  #! calls: tools.load


def other():
    return hidden()  #! calls: ?
