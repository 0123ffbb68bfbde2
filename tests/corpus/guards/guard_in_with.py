# A with that passes exceptions on changes nothing.
import torch
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    with torch.no_grad():
        ids = model.generate(feats)
        assert_ids_in_range(ids, tok)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
