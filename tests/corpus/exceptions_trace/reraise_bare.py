# A clause whose every path ends in a bare raise lets the fault pass.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(ids):
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token  #! fault: heard  # expect: unledgered-site


def load_all(batches, log):
    try:
        return [load(ids) for ids in batches]
    except Exception as error:  #! handler: Exception -> reraises
        log.error("failed: %s", error)
        raise
