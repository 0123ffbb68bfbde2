# The annotation names the base; a subclass's method may run.
from abc import ABC, abstractmethod


class Reader(ABC):
    @abstractmethod
    def read(self): ...


class Fast(Reader):
    def read(self):
        return 1


def main(reader: Reader):
    return reader.read()  #! calls: Fast.read, Reader.read
