# Handlers and the else clause are outside their own try's body.
# complete: handlers
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(ids):
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token  #! fault: heard  # expect: unledgered-site


def load_all(ids, cache):
    try:
        cache.open()
    except Exception:
        return load(ids)
    else:
        return load(ids)
