# Off the device and into lists: the same ids.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    rows = ids.detach().cpu().tolist()
    return tok.batch_decode(rows)  #! site: token device  # expect: unledgered-site
