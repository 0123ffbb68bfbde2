# Each row of what is guarded is decoded.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    texts = []
    for row in ids.tolist():
        texts.append(tok.decode(row))  #! site: token device  # expect: unledgered-site
    return texts
