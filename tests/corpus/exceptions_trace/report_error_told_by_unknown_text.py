# The needle comes from a setting: whether the guard's text holds it cannot be told.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def step(settings, logits):
    ids = logits.argmax(-1).tolist()
    try:
        assert_ids_in_range(ids, tok)  #! guard: call
        return tok.decode(ids)  #! site: token device  # expect: unledgered-site  #! fault: conditional  # expect: head-wider-than-tokenizer
    except Exception as e:  #! handler: Exception -> string-match  # expect: fault-judged-by-text
        if settings["fatal"] in str(e):
            raise
        return None
