# A loop variable over layers that is named `decode`.
from torch import nn


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.decoder = nn.ModuleList([nn.Linear(1, 1)])

    def forward(self, x):
        for decode in self.decoder:
            x = decode(x)  #! site: other
        return x


def main(x):
    return Denoiser()(x)  #! calls: Denoiser.__init__, Denoiser.forward
