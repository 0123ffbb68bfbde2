# Ids out of range become pad ids.
import torch
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    ids = torch.where(ids < len(tok), ids, tok.pad_token_id)  # expect: ids-repaired
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
