# Both stand in the try: where the decode runs, the guard has passed.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    try:
        ids = model.generate(feats)
        assert_ids_in_range(ids, tok)  #! guard: call
        return tok.batch_decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site
    except KeyError:
        return []
