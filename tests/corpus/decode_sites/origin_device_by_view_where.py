# What is replaced does not change where the rest is from.
import numpy as np
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    ids = model.generate(x)
    ids = np.where(ids != -100, ids, tok.pad_token_id)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
