# as_tensor raises on rows of different lengths.
import torch
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def check(ids, tokenizer):
    flat = torch.as_tensor(ids)  # expect: guard-breaks-on-ragged
    if flat.min() < 0 or flat.max() >= len(tokenizer):
        raise HardwareFault("token ids out of range")


def load(model, feats):
    ids = model.generate(feats)
    check(ids, tok)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
