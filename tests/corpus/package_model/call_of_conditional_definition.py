# Which definition counts is decided at run time: both may run.
import sys

if sys.platform == "darwin":

    def load():
        return 1

else:

    def load():
        return 2


def main():
    return load()  #! calls: load
