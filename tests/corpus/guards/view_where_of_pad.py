# where() puts a special id in place of some.
import torch

from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    ids = torch.where(ids == 3, tok.pad_token_id, ids)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
