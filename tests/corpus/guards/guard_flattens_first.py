# Flattened first, rows may differ in length.
from itertools import chain

import torch
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def check(ids, tokenizer):
    flat = torch.as_tensor(list(chain.from_iterable(ids)))
    if flat.numel() and (flat.min() < 0 or flat.max() >= len(tokenizer)):
        raise HardwareFault("token ids out of range")


def load(model, feats):
    ids = model.generate(feats)
    check(ids, tok)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
