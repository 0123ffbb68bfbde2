# `or` of two markers that cannot occur, `and` of another condition: false all the same.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(ids):
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token  #! fault: swallowed  # expect: unledgered-site


def main(ids, attempt):
    try:
        return load(ids)
    except RuntimeError as error:  #! handler: RuntimeError -> swallows  # expect: fault-judged-by-text
        text = f"{error}"
        if ("CUDA" in text or "cuBLAS" in text) and attempt < 3:
            raise
        return None
