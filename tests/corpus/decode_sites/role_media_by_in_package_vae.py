# A module of the package whose decode runs layers over latents.
import torch
from torch import nn


class Vae(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Linear(8, 64)

    def decode(self, latents):
        return torch.sigmoid(self.up(latents))


def picture(latents):
    return Vae().decode(latents)  #! site: other
