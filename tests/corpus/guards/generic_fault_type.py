# ValueError is raised and caught by much else.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    if ids.min() < 0 or ids.max() >= len(tok):  #! guard: inline
        raise ValueError("token ids out of range")  # expect: fault-type-generic
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
