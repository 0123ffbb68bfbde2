# Through zip and enumerate to the rows that are guarded.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, names):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    for i, (name, row) in enumerate(zip(names, ids)):
        print(i, name, tok.decode(row))  #! site: token device  # expect: unledgered-site
