# Both parts are checked before they are concatenated.
import torch
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    first = model.generate(feats)
    second = model.generate(feats)
    assert_ids_in_range(first, tok)  #! guard: call
    assert_ids_in_range(second, tok)
    return tok.batch_decode(torch.cat([first, second]))  #! site: token device  # expect: unledgered-site
