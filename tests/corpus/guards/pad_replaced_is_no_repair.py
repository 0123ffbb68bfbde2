# Clearing the padding sentinel repairs nothing.
import numpy as np
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    ids = np.where(ids != -100, ids, tok.pad_token_id)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
