# A finite check of the loss is right where it stands.
import torch
from transformers import AutoTokenizer

from faults import HardwareFault, assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, loss):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    if not torch.isfinite(loss).all():
        raise HardwareFault("loss is not finite")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
