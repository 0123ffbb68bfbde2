# A decorator of a library that hands the function through.
import torch


@torch.no_grad()
def load():
    return 1


def main():
    return load()  #! calls: load
