# The other way round: only a text with a known beginning is raised again, and the guard's has another.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def step(stream, logits):
    ids = logits.argmax(-1).tolist()
    try:
        assert_ids_in_range(ids, tok)  #! guard: call
        return tok.decode(ids)  #! site: token device  # expect: unledgered-site  #! fault: swallowed  # expect: head-wider-than-tokenizer
    except Exception as e:  #! handler: Exception -> swallows  # expect: fault-judged-by-text
        if str(e).startswith("CUDA error"):
            raise
        stream.reset()
        return None
