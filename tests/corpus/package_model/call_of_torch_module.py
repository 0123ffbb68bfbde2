# Calling a torch module runs its `forward`.
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return x


def main(x):
    net = Net()
    return net(x)  #! calls: Net.forward
