# `type(e) is` compares exactly.
from transformers import AutoTokenizer

from faults import HardwareFault, assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(ids):
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token  #! fault: heard  # expect: unledgered-site


def load_all(batches):
    try:
        return [load(ids) for ids in batches]
    except Exception as error:  #! handler: Exception -> reraises
        if type(error) is not HardwareFault:
            return []
        raise
