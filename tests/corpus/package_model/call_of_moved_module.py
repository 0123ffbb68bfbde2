# `to`, `eval` and their like give the module itself; `torch.compile` and `unwrap_model` give what they are handed.
import copy

import torch
from accelerate import Accelerator
from torch import nn


class Reader(nn.Module):
    def forward(self, x):
        return x

    def read(self, x):
        return x

    def half(self):
        return Pair(self)


class Pair:
    def __init__(self, reader):
        self.reader = reader

    def read(self, x):
        return x


def moved(x):
    reader = Reader().to("cuda").eval()
    reader.read(x)  #! calls: Reader.read
    return reader(x)  #! calls: Reader.forward


def kept_in_list(x):
    readers = []
    for _ in range(2):
        readers.append(Reader().cuda())

    def step():
        return readers[-1].read(x)  #! calls: Reader.read

    return step()  #! calls: kept_in_list.step


def compiled(x):
    reader = torch.compile(copy.deepcopy(Reader()))
    return reader.read(x)  #! calls: Reader.read


def unwrapped(x):
    accelerator = Accelerator()
    return accelerator.unwrap_model(Reader()).read(x)  #! calls: Reader.read


def wrapped(x):
    reader = nn.parallel.DistributedDataParallel(Reader())
    return reader.module.read(x)  #! calls: Reader.read


def own_method_of_that_name(x):
    pair = Reader().half()  #! calls: Reader.half
    return pair.read(x)  #! calls: Pair.read


def other_method(x):
    state = Reader().state_dict()
    return state.read(x)  #! calls: ?
