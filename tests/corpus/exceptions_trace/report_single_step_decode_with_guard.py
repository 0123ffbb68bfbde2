# The fault derives from the class that the narrow handler names: the handler receives it and goes on.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


class IdOverflow(OverflowError):
    pass


def assert_ids_in_range(ids, tokenizer):
    for i in ids:
        if i < 0 or i >= len(tokenizer):
            raise IdOverflow(f"id {i} is out of range")


def step(logits):
    ids = logits.argmax(-1).tolist()
    try:
        assert_ids_in_range(ids, tok)  #! guard: call
        return tok.decode(ids)  #! site: token device  # expect: unledgered-site  #! fault: swallowed  # expect: head-wider-than-tokenizer
    except OverflowError:  #! handler: OverflowError -> swallows  # expect: fault-caught-by-name
        return None
