# `or` of two markers that cannot occur, `and` of another condition: false all the same.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def main(ids, attempt):
    try:
        return load(ids)
    except RuntimeError as error:  #! handler: RuntimeError -> swallows  # expect: fault-judged-by-text
        text = f"{error}"
        if ("CUDA" in text or "cuBLAS" in text) and attempt < 3:
            raise
        return None
