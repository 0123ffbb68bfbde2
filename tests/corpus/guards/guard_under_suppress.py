# What fails before the guard leaves the with quietly.
import contextlib

from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    with contextlib.suppress(KeyError):
        feats.check()
        assert_ids_in_range(ids, tok)  # expect: guard-not-on-every-path
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
