# Every process guards its ids before they are gathered.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, accelerator):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    ids = accelerator.gather(ids)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
