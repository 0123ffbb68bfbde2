# After the last attempt the loop is left with ids that failed.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    for attempt in range(3):
        try:
            ids = model.generate(feats)
            assert_ids_in_range(ids, tok)  # expect: guard-not-on-every-path
            break
        except RuntimeError:
            continue
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
