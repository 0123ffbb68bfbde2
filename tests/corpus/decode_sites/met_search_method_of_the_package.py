# The package's own `decode` runs a model and searches: what comes out is ids, not text.
import torch
from torch import nn


class T5(nn.Module):
    def encode(self, x):
        return self.encoder(x)

    def decode(self, hidden, steps):
        ids = []
        for _ in range(steps):
            ids.append(torch.argmax(self.head(hidden), dim=-1))
        return ids


def answer(x):
    model = T5()
    return model.decode(model.encode(x), 5)  #! site: other
