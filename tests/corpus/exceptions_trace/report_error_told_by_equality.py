# The handler resets the stream when the text equals one sentence, and re-raises otherwise.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")
RESET = "Invalid prefix encountered"


def step(stream, logits):
    ids = logits.argmax(-1).tolist()
    try:
        assert_ids_in_range(ids, tok)  #! guard: call
        return tok.decode(ids)  #! site: token device  # expect: unledgered-site  #! fault: heard  # expect: head-wider-than-tokenizer
    except Exception as e:  #! handler: Exception -> reraises
        if str(e) != RESET:
            raise
        stream.reset()
        return None
