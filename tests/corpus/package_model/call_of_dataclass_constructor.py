# A dataclass's own constructor calls `__post_init__`.
from dataclasses import dataclass


@dataclass
class A:
    n: int

    def __post_init__(self):
        self.n += 1


def main():
    return A(1)  #! calls: A.__post_init__
