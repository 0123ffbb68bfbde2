# The annotation names the base; what runs is a subclass's method.
from abc import ABC, abstractmethod


class Reader(ABC):
    @abstractmethod
    def read(self): ...


class Fast(Reader):
    def read(self):
        return 1


def main(reader: Reader):
    return reader.read()  #! calls: Fast.read
