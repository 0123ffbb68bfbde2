# A loop over something else need not run at all.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, rounds):
    ids = model.generate(feats)
    for _ in range(rounds):
        assert_ids_in_range(ids, tok)  # expect: guard-not-on-every-path
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
