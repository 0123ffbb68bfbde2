# A nested function decodes what was checked before it was defined.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call

    def show():
        return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site

    return show()
