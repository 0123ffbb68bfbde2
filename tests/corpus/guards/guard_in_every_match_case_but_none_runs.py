# No case may fit.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, mode):
    ids = model.generate(feats)
    match mode:
        case "fast":
            assert_ids_in_range(ids, tok)  # expect: guard-not-on-every-path
        case "slow":
            assert_ids_in_range(ids, tok)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
